import { expect, test } from 'vitest';

import { joinChat, slotOf } from '../remote.ts';
import { createHooks, deny, type DecisionRecord, type Hooks } from '../index.ts';

const host = { framework: 'elsewhere', version: '1.0.0' };
const agent = { id: 'support', name: 'Support' };

function recorded(hooks: Hooks): DecisionRecord[] {
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  return records;
}

test('a step of a chat elsewhere has its ids, its agent, its user, its trace and its reasoning', async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('onMemoryRetrieved', (ctx) => {
    seen.push([
      ctx.session.id,
      ctx.chatId,
      ctx.agent,
      ctx.user,
      ctx.trace,
      ctx.reasoning,
      ctx.host,
    ]);
  });
  const user = { id: 'ada' };
  const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const where = { host, agent, user, trace, chatId: 'turn-7', session: { id: 'thread' } };
  const chat = joinChat(hooks, { ...where, reasoning: 'hm' });
  await chat.dispatch('onMemoryRetrieved', { memory: [] });
  expect(seen).toEqual([['thread', 'turn-7', agent, user, trace, 'hm', host]]);
});

test('joining tells of a session once, and of no chat', async () => {
  const hooks = createHooks();
  const heard: string[] = [];
  hooks.observe('*', ({ event, session }) => void heard.push(`${event} ${session.id}`));
  for (const chatId of ['one', 'two']) {
    const chat = joinChat(hooks, { host, agent, chatId, session: { id: 'thread' } });
    await chat.dispatch('preMemoryStore', { memory: [] });
  }
  await hooks.flush();
  expect(heard.filter((line) => line !== 'preMemoryStore thread')).toEqual([
    'onSessionStart thread',
  ]);
});

test('a step without a session leaves none behind', async () => {
  const hooks = createHooks();
  const ended: string[] = [];
  hooks.observe('onSessionEnd', ({ session }) => void ended.push(session.id));
  await joinChat(hooks, { host, agent, chatId: 'one' }).dispatch('preMemoryStore', { memory: [] });
  await hooks.close();
  expect(ended).toEqual([]);
});

test('what a slot rules on, the record of the same step tells', async () => {
  const hooks = createHooks();
  hooks.addHook('preMemoryStore', () => deny('not this'), { name: 'no-memory' });
  const records = recorded(hooks);
  const slot = slotOf(joinChat(hooks, { host, agent, chatId: 'one' }), 'preMemoryStore');
  const ctx = slot.context({ memory: [] });
  await slot.run(ctx);
  expect(records).toMatchObject([{ id: ctx.stepId, by: ['no-memory'] }]);
});

test('a layer of closed hooks is closed too', async () => {
  const hooks = createHooks();
  const layer = hooks.extend();
  layer.addHook('preMemoryStore', () => deny('not this'));
  await hooks.close();
  expect(() => layer.dispatch('preMemoryStore', { memory: [] })).toThrow('[hooks_closed]');
  expect(() => joinChat(layer, { host, agent, chatId: 'one' })).toThrow('[hooks_closed]');
});

test.each<[string, unknown]>([
  ['chatId', undefined],
  ['chatId', null],
  ['chatId', 'turn-7'],
  ['chatId', { host, agent, chatId: 7 }],
  ['chatId', { host, agent, chatId: '' }],
  ['host', { agent, chatId: 'one' }],
  ['host', { agent, chatId: 'one', host: 'aos' }],
  ['agent', { host, chatId: 'one', agent: {} }],
  ['session', { host, agent, chatId: 'one', session: { id: 5 } }],
  ['session', { host, agent, chatId: 'one', session: { id: '' } }],
  ['session', { host, agent, chatId: 'one', session: 'thread' }],
  ['session', { host, agent, chatId: 'one', session: null }],
])('joining without a usable %s is refused with a code: %j', (option, options) => {
  expect(() => joinChat(createHooks(), options as never)).toThrow(
    `[invalid_option] joinChat got no usable ${option}; pass `,
  );
});

test('joining refuses a signal that is none, and hooks that are none', () => {
  const signal = 'now' as never;
  expect(() => joinChat(createHooks(), { host, agent, chatId: 'one', signal })).toThrow(
    '[invalid_option] signal is no AbortSignal',
  );
  expect(() => joinChat({} as never, { host, agent, chatId: 'one' })).toThrow('[invalid_option]');
});
