import type { Dict } from '@interpose/core';
import { canaries, type ProbeRun } from '@interpose/testing/probes';

import { withHooks } from '../../src/index.ts';
import type { Transport } from '../../test/sdk.ts';
import type { Message, Side } from '../messages.ts';
import type { Link } from './links.ts';
import { makeEnds, type Ends, type Fill } from './make-ends.ts';
import type { ProbeSdk } from './probe-sdks.ts';
import { carried } from './wire-modes.ts';

/** A client and a server, hooks at one end, and both wires heard. */
export interface Pair extends Ends {
  /** Everything the hooked end can reach. */
  readonly reached: Dict;
  readonly connect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a pair is made of beside its ends; they meet in memory unless there is a link. */
export interface Making {
  readonly hooked: Side;
  readonly fill?: Fill | undefined;
  readonly link?: Link | undefined;
}

/** Opens a pair whose ends answer every request with a canary, or with what the server was filled with. */
export function openPair(
  sdk: ProbeSdk,
  run: ProbeRun,
  message: Message,
  { hooked, fill, link = inMemory }: Making,
): Pair {
  const ends = makeEnds(sdk, run, message, fill);
  const { client, server, isHello, isOf2026 } = ends;
  // What a socket holds is the wire's own: other ports, other bytes in each run.
  const isReached = !isHello && link === inMemory;
  const reached: Record<string, unknown> = isReached ? { end: ends[hooked] } : {};
  const hear = (side: Side, native: Transport): Transport => {
    const isHooked = side === hooked && run.hooks !== undefined;
    const options = { server: 'probe', role: side };
    const transport = isHooked ? withHooks(native, run.hooks, options) : native;
    if (side === hooked && isReached) reached['transport'] = transport;
    return heard(run, side, transport, message);
  };
  const closing = [(): Promise<void> => client.close(), (): Promise<void> => server.close()];
  return {
    ...ends,
    reached,
    async connect() {
      const { near, close } = await link(sdk, async (far) => {
        const transport = hear('server', far);
        if (isOf2026) sdk.serveStdio?.(() => server, { transport });
        else await server.connect(transport);
      });
      closing.push(close);
      await client.connect(hear('client', near));
    },
    async close() {
      for (const close of closing) await close();
    },
  };
}

const inMemory: Link = async ({ InMemoryTransport }, serve) => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serve(far);
  return { near, close: async () => undefined };
};

const marked = new RegExp(`${canaries[carried.question]}|REPLACED`);

/** The same transport; what it hands on is noted just before its end reads it. */
function heard(run: ProbeRun, side: Side, transport: Transport, { method }: Message): Transport {
  const asking = method === 'notifications/subscriptions/acknowledged' ? 'server' : undefined;
  const note = (message: Dict): void => {
    // A question of another kind may have to say what the probed message will repeat.
    if (side !== asking || message['method'] === method)
      run.note(`arrived at the ${side}`, structuredClone(message));
    const text = JSON.stringify(message);
    // A server in another process says in its answer what it was asked.
    if ((message['method'] === method || text.includes('"asked":')) && marked.test(text))
      run.requested(structuredClone(message));
  };
  return new Proxy(transport, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || key === 'constructor') return value;
      return (value as (...given: unknown[]) => unknown).bind(target);
    },
    set(target, key, value: Transport['onmessage']) {
      if (key !== 'onmessage' || value === undefined) return Reflect.set(target, key, value);
      target.onmessage = (message, extra) => {
        note(message);
        value(message, extra);
      };
      return true;
    },
  });
}
