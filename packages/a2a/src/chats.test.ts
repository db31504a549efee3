import { createHooks, deny, type Hooks } from '@interpose/core';
import { currentChat, openChat, runInChat } from '@interpose/core/adapter';
import { afterEach, describe, expect, test } from 'vitest';

import { reply, saying, startDesk, type Desk, type DeskOptions } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { withHooks } from './with-hooks.ts';

const desks: Desk[] = [];

afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()));
});

async function open(options: DeskOptions = {}): Promise<Desk> {
  const desk = await startDesk(options);
  desks.push(desk);
  return desk;
}

function endingsOf(hooks: Hooks): string[] {
  const endings: string[] = [];
  hooks.observe('onChatStart', () => void endings.push('start'));
  hooks.observe('onChatDone', ({ reason }) => void endings.push(reason));
  hooks.observe('onChatError', () => void endings.push('error'));
  return endings;
}

describe('a call of a client', () => {
  test('from inside a chat is in that chat', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { client } = await open();
    const caller = await client(hooks);
    const options = { host: { framework: 'my-sdk', version: '1' }, agent: { id: 'planner' } };
    const chat = await openChat(hooks, options);
    const endings = endingsOf(hooks);
    await runInChat(chat, () => caller.sendMessage(saying('hello')));
    expect(heard.map(({ chatId }) => chatId)).toEqual([chat.id, chat.id]);
    expect(endings).toEqual([]);
    expect(chat.ended).toBe(false);
    await chat.end({ kind: 'done', reason: 'completed' });
  });

  test('outside any chat opens one of its own and ends it once, also when it failed', async () => {
    const hooks = createHooks();
    const endings = endingsOf(hooks);
    const { client } = await open();
    const caller = await client(hooks);
    await caller.sendMessage(saying('hello'));
    await caller
      .getTask({ tenant: '', id: 'none', historyLength: undefined })
      .catch(() => undefined);
    hooks.addHook('preA2aMessage', () => ({ decision: 'deny', reason: 'no' }));
    await caller.sendMessage(saying('hello')).catch(() => undefined);
    await hooks.flush();
    expect(endings).toEqual(['start', 'completed', 'start', 'error', 'start', 'denied']);
  });

  test('names the address it goes to, which the other side cannot choose', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { url, client } = await open();
    await (await client(hooks)).sendMessage(saying('hello'));
    expect(heard.map(({ from, to }) => [from, to])).toEqual([
      [undefined, `${url}/rpc`],
      [`${url}/rpc`, undefined],
    ]);
  });
});

describe('another agent', () => {
  test('is told of at the first sight of each session', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onInventoryChange', ({ change, component, session }) => {
      seen.push(`${session.id}: ${change} ${component.kind} ${component.name}`);
    });
    const { url, client } = await open();
    const caller = await client(hooks);
    for (const id of ['one', 'two', 'one'])
      await hooks.inSession({ id }, async () => {
        await caller.sendMessage(saying('hello'));
        await caller.sendMessage(saying('again'));
      });
    const agent = `added agent ${url}/rpc`;
    expect(seen).toEqual([`one: ${agent}`, `two: ${agent}`, `one: ${agent}`]);
    await hooks.close();
  });

  test('that a policy wants absent is asked nothing, plain and streamed', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', () => deny('not on our list'), { name: 'known' });
    const { asked, client } = await open();
    const caller = await client(hooks);
    const refused = 'Blocked by known: not on our list';
    await expect(caller.sendMessage(saying('hello'))).rejects.toThrow(refused);
    await expect(caller.sendMessageStream(saying('hello')).next()).rejects.toThrow(refused);
    expect(asked).toEqual([]);
  });
});

describe('a request at a server', () => {
  test('has a chat the agent behind it runs in', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    let inside: string | undefined;
    const { client } = await open({
      hooks,
      execute: async (context, bus) => {
        inside = currentChat()?.id;
        await reply('ok')(context, bus);
      },
    });
    await (await client()).sendMessage(saying('hello'));
    expect(inside).toBe(heard[0]?.chatId);
  });

  test('lets its agent ask another agent in the same chat, also while it streams', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const remote = await open();
    const ask = await remote.client(hooks);
    const { client } = await open({
      hooks,
      execute: async (context, bus) => {
        await ask.sendMessage(saying('and you?'));
        await reply('ok')(context, bus);
      },
    });
    for await (const event of (await client()).sendMessageStream(saying('hello'))) void event;
    expect(new Set(heard.map(({ chatId }) => chatId)).size).toBe(1);
    const answers = heard.filter(({ method }) => method !== 'tasks/pushNotification');
    expect(answers.map(({ role }) => role)).toEqual(['server', 'client', 'client', 'server']);
  });

  test('knows its user, and the agent by its card', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('onA2aMessage', ({ from, to, user, agent }) => {
      seen.push({ from, to, user: user?.id, agent: agent.name, provider: agent.provider?.name });
    });
    const { client } = await open({ hooks, user: 'ada' });
    await (await client()).sendMessage(saying('hello'));
    expect(seen).toEqual([
      { from: 'ada', to: 'Visa Desk', user: 'ada', agent: 'Visa Desk', provider: 'Other Models' },
    ]);
  });
});

test('a trace goes from the client through the server to the agent behind it', async () => {
  const hooks = createHooks();
  const traces: unknown[] = [];
  hooks.addHook('onA2aMessage', ({ trace }) => void traces.push(trace));
  const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const { client } = await open({ hooks });
  const caller = withHooks(await client(), createHooks(), { trace });
  await caller.sendMessage(saying('hello'));
  await (await client()).sendMessage(saying('hello'));
  expect(traces).toEqual([trace, undefined]);
});

describe('the session of a server', () => {
  const inContext = { contextId: 'trip-7' };

  test('goes on with the context of the message', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const caller = await (await open({ hooks, user: 'ada' })).client();
    await caller.sendMessage(saying('one', inContext));
    await caller.sendMessage(saying('two', inContext));
    await caller.sendMessage(saying('three'));
    expect(new Set(heard.map(({ sessionId }) => sessionId)).size).toBe(2);
    await hooks.close();
  });

  test('is nobody else’s, though anybody can name the context', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    for (const user of ['ada', 'mallory', 'ada:trip-7']) {
      const caller = await (await open({ hooks, user })).client();
      await caller.sendMessage(saying('mine', inContext));
    }
    const stranger = await (await open({ hooks })).client();
    await stranger.sendMessage(saying('mine', { contextId: 'ada:trip-7' }));
    expect(new Set(heard.map(({ sessionId }) => sessionId)).size).toBe(4);
    await hooks.close();
  });
});
