import type { StreamResponse } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { openEventProxy, type Tamper } from '@interpose/faulty-servers';
import { afterEach, describe, expect, test, vi } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { saying, startDesk, textIn, work, workBy, type DeskOptions } from '../test/desk.ts';
import { connect } from '../test/harness/connect.ts';
import { sdk } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a desk and a hooked client, with a proxy between them that keeps what passes through. */
async function open(
  hooks: { readonly client: Hooks; readonly server: Hooks },
  execute: NonNullable<DeskOptions['execute']>,
  tamper: Tamper,
): Promise<{ readonly transport: Transport; readonly crossed: string[] }> {
  const desk = await startDesk({ hooks: hooks.server, execute });
  closing.push(() => desk.close());
  const crossed: string[] = [];
  const proxy = await openEventProxy(desk.url, (event, from) => {
    const instead = tamper(event, from);
    if (instead !== 'cut') crossed.push(...instead);
    return instead;
  });
  closing.push(() => proxy.close());
  return { transport: withHooks(await connect(proxy.url, 'JSONRPC'), hooks.client), crossed };
}

/** Returns hooks that deny secrets on one side, and the events that they were asked about. */
function hiding(event: 'preA2aMessage' | 'onA2aMessage', hides: boolean) {
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook(event, ({ message, leg }) => {
    const said = JSON.stringify(message);
    if (leg === 'event') asked.push(said);
    return hides && said.includes('a secret') ? deny('not for us') : undefined;
  });
  return { hooks, asked };
}

/** Reads a stream until it ends or is cut. */
async function drain(events: AsyncIterable<StreamResponse>, got: StreamResponse[]): Promise<void> {
  try {
    for await (const event of events) got.push(event);
  } catch (error) {
    // These errors come from what the proxy cut or made unreadable.
    if (!/terminated|mismatch/u.test(String(error))) throw error;
  }
}

function textsOf(got: readonly StreamResponse[]): readonly string[] {
  return got.map(textIn).filter((text) => text !== '' && text !== 'go');
}

function taskIn(got: readonly StreamResponse[]): string {
  return (got[0]!.payload!.value as { readonly id: string }).id;
}

/** The SDK's client sends the version itself; its transport does not. */
const version = { serviceParameters: { 'A2A-Version': '1.0' } };

const pass: Tamper = (event) => [event];

describe.each(['client', 'server'] as const)(
  'a stream that is cut, and taken up again: what the %s denied',
  (side) => {
    test('does not come back, what came after it is not lost, and every chat ends', async () => {
      const client = hiding('onA2aMessage', side === 'client');
      const desk = hiding('preA2aMessage', side === 'server');
      const counts = countChats(client.hooks);
      const [read, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let cuts = 0;
      const cutOnce: Tamper = (event) =>
        event.includes('cut here') && (cuts += 1) === 1 ? 'cut' : [event];
      const { transport, crossed } = await open(
        { client: client.hooks, server: desk.hooks },
        workBy(async (say) => {
          ['one', 'a secret'].forEach(say);
          await read.promise;
          say('cut here');
          await again.promise;
          say('two');
        }),
        cutOnce,
      );
      const first: StreamResponse[] = [];
      const reading = drain(transport.sendMessageStream(saying('go'), version), first);
      await expect.poll(() => textsOf(first)).toEqual(['one']);
      const denying = side === 'client' ? client : desk;
      await expect.poll(() => denying.asked.join()).toContain('a secret');
      read.resolve();
      await reading;
      expect(textsOf(first)).toEqual(['one']);
      const second: StreamResponse[] = [];
      const request = sdk.SubscribeToTaskRequest.fromJSON({ id: taskIn(first) });
      const askedBefore = denying.asked.length;
      const resumed = drain(transport.resubscribeTask(request, version), second);
      // The first event is the task in its current state, which holds the secret too.
      await expect.poll(() => denying.asked.slice(askedBefore).join()).toContain('a secret');
      again.resolve();
      await resumed;
      expect(textsOf(second)).toEqual(['two']);
      expect(JSON.stringify([first, second])).not.toContain('a secret');
      const onTheWire = side === 'server' ? crossed.join('') : '';
      expect(onTheWire).not.toContain('a secret');
      await client.hooks.flush();
      expect(counts).toEqual({ begun: 2, ended: 2 });
    });
  },
);

describe('a proxy before an agent', () => {
  const texts = ['one', 'a secret', 'two'];

  async function got(tamper: Tamper): Promise<readonly string[]> {
    const { hooks } = hiding('onA2aMessage', true);
    const counts = countChats(hooks);
    const { transport } = await open(
      { client: hooks, server: createHooks() },
      work(...texts),
      tamper,
    );
    const events: StreamResponse[] = [];
    await drain(transport.sendMessageStream(saying('go'), version), events);
    await hooks.flush();
    expect(counts).toEqual({ begun: 1, ended: 1 });
    return textsOf(events);
  }

  test('that changes nothing', async () => {
    expect(await got(pass)).toEqual(['one', 'two']);
  });

  test('that repeats every event brings no denied one across', async () => {
    expect(await got((event) => [event, event])).toEqual(['one', 'one', 'two', 'two']);
  });

  test('that turns their order round brings no denied one across, and loses none', async () => {
    const events: string[] = [];
    const turned: Tamper = (event) => {
      events.unshift(event);
      return event.includes('COMPLETED') ? events : [];
    };
    expect((await got(turned)).toSorted()).toEqual(['one', 'two']);
  });

  test('that puts in an event of another call hands on nothing of it', async () => {
    const foreign: Tamper = (event) =>
      event.includes('"two"')
        ? [event.replace(/"id":[^,}]*/u, '"id":"foreign"').replace('"two"', '"foreign"'), event]
        : [event];
    expect(await got(foreign)).not.toContain('foreign');
  });
});
