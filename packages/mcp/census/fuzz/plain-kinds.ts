import type { Dict } from '@interpose/core';
import type { WireApp, WireKind, WireSide, WireStep } from '@interpose/testing/fuzz';

import type { Transport } from '../../test/sdk.ts';
import type { Side } from '../messages.ts';
import type { ProbeSdk } from '../probes/probe-sdks.ts';
import { hooked } from './end-kinds.ts';

/** Messages by hand on the transports themselves: batches, ids of any type, and what is no message. */
export function plainKinds(sdk: ProbeSdk): readonly WireKind[] {
  return (['client', 'server'] as const).map((near) => ({
    name: `messages of a ${near} by hand`,
    entries: ['path: client: batch', 'Transport.send()', 'shared/transport: Transport.send()'],
    events: ['preMcpMessage', 'onMcpMessage'],
    says: Object.fromEntries(Object.keys(speeches).map((name) => [name, []])),
    takes: ['fails', 'slow', 'answers oddly'],
    options: { 'hook again': [] },
    open: (app) => openPlain(sdk, near, app),
  }));
}

/** True for what is no JSON-RPC 2.0, or is answered with what is none. */
export function isOdd({ say, taken }: WireStep): boolean {
  return say.includes('odd') || taken === 'answers oddly';
}

/** Each message of a batch has a text of its own. */
type Made = (text: string, id: number, other: (at: number) => string) => unknown;

const call = (id: unknown, text: string): Dict => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'pay', arguments: { card: text } },
});
const note = (text: string): Dict => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: text },
});

/** What is said by hand: of both ends, each in turn. */
const made: Readonly<Record<string, Made>> = {
  'a request': (text, id) => call(id, text),
  'a request of id 0': (text) => call(0, text),
  'a request of a text id': (text, id) => call(`id ${id}`, text),
  'a request of an empty id': (text) => call('', text),
  'a request of a broken number': (text, id) => call(id + 0.5, text),
  'a request of an unknown method': (text, id) => ({ ...call(id, text), method: 'brain/read' }),
  'a notification': (text) => note(text),
  'an answer that nobody asked for': (text, id) => ({ jsonrpc: '2.0', id, result: { said: text } }),
  'an error that nobody asked for': (text, id) => ({
    jsonrpc: '2.0',
    id,
    error: { code: 1, message: text },
  }),
  'a batch': (text, id, other) => [call(id, text), note(other(1)), call(`b${id}`, other(2))],
  'a batch with something odd': (text, id, other) => [call(id, text), { odd: other(1) }],
  'an odd id: null': (text) => call(null, text),
  'an odd id: an object': (text) => call({ text }, text),
  'an odd id: a list': (text) => call([text], text),
  'an odd id: true': (text) => call(true, text),
  'something odd: no version': (text, id) => ({ id, method: 'ping', params: { text } }),
  'something odd: a text': (text) => text,
  'something odd: an empty batch': () => [],
};

const speeches: Readonly<Record<string, readonly [side: WireSide, make: Made]>> =
  Object.fromEntries(
    (['near', 'far'] as const).flatMap((side) =>
      Object.entries(made).map(([name, make]) => [`${name} from the ${side} end`, [side, make]]),
    ),
  );

async function openPlain(sdk: ProbeSdk, near: Side, app: WireApp): ReturnType<WireKind['open']> {
  const [own, far] = sdk.InMemoryTransport.createLinkedPair();
  const ends = { near: hooked(own, near, app), far };
  for (const side of ['near', 'far'] as const) answerAt(ends[side], side, app);
  await ends.near.start();
  await ends.far.start();
  return {
    held: ends.near,
    async say({ say }, index) {
      const [side, make] = speeches[say]!;
      const text = (at: number): string => app.canary(side, index * 10 + at);
      await ends[side].send(make(text(0), 100 + index, text) as Dict);
      // What is held back for a moment, and its answer, have come by then.
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      return 'said';
    },
    close: async () => {
      await new Promise((resolve) => setTimeout(resolve, 4));
      await ends.near.close();
      await ends.far.close();
    },
  };
}

function answerAt(transport: Transport, side: WireSide, app: WireApp): void {
  transport.onerror = () => undefined;
  transport.onmessage = (message: unknown) => {
    app.arrived(side, structuredClone(message));
    const said = (Array.isArray(message) ? message : [message]) as readonly Dict[];
    const requests = said.filter((each) => 'method' in each && 'id' in each);
    if (requests.length === 0) return;
    const taken = app.steps[Math.floor(app.numberIn(requests) / 10)]?.taken;
    const answers = requests.map((request) => {
      const text = app.canary(side, app.numberIn(request));
      return { jsonrpc: '2.0', id: request['id'], ...outcomeOf(taken, text) };
    });
    const send = (): void =>
      void transport.send(Array.isArray(message) ? answers : answers[0]!).catch(() => undefined);
    if (taken === 'slow') setTimeout(send, 1);
    else send();
  };
}

function outcomeOf(taken: string | undefined, text: string): Dict {
  if (taken === 'fails') return { error: { code: -32000, message: text, data: { text } } };
  if (taken === 'answers oddly') return { result: text };
  return { result: { content: [{ type: 'text', text }], structuredContent: { text } } };
}
