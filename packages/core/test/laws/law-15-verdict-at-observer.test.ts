import { describe, expect, test, vi } from 'vitest';

import { modelCycle, openChat, toolCycle, type Chat } from '../../src/adapter.ts';
import {
  allow,
  createHooks,
  deny,
  modify,
  type Hooks,
  type MaybePromise,
} from '../../src/index.ts';
import { pauseFor } from '../pause-for.ts';
import { toolStep } from '../tool-step.ts';

const STARTS = ['onSessionStart', 'onChatStart'] as const;

function open(hooks: Hooks, session?: string): MaybePromise<Chat> {
  const named = session === undefined ? {} : { session: { id: session } };
  return openChat(hooks, {
    host: { framework: 'test', version: '1' },
    agent: { id: 'a' },
    ...named,
  });
}

/** Asks the model once and says what came of it, and how often the model was asked. */
async function askModel(chat: Chat): Promise<{ kind: string; asked: number }> {
  let asked = 0;
  const { kind } = await modelCycle(chat, {
    request: () => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] }),
    call: async () => {
      asked++;
      return 'hi';
    },
    response: (text) => ({ content: [{ type: 'text', text }] }),
    continues: () => false,
  });
  return { kind, asked };
}

/** The codes of what is reported as onHookError. */
function reportedBy(hooks: Hooks): string[] {
  const codes: string[] = [];
  hooks.observe(
    'onHookError',
    ({ code, failedEvent }) => void codes.push(`${code} ${failedEvent}`),
  );
  return codes;
}

/** A hook as JavaScript may write it: the types refuse a verdict here. */
function addSaying(
  hooks: Hooks,
  event: (typeof STARTS)[number] | 'onMessage',
  said: unknown,
): void {
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook(event, (() => said) as never);
}

describe('law 15: a verdict where none is taken is a failure', () => {
  test.each([
    ['a deny', deny('no')],
    ['a change', modify({ role: 'user', content: [] })],
    ['the keyed form of a change', { message: { role: 'user', content: [] } }],
    ['a deny that comes later', Promise.resolve(deny('no'))],
  ])('%s is reported', async (_, said) => {
    const hooks = createHooks();
    const codes = reportedBy(hooks);
    addSaying(hooks, 'onMessage', said);
    expect(await askModel(await open(hooks))).toEqual({ kind: 'response', asked: 1 });
    await hooks.flush();
    expect(new Set(codes)).toEqual(new Set(['verdict_at_observer onMessage']));
  });

  test.each([
    ['an allow', allow()],
    ['a number', 1],
    ['some other object', { stored: 1 }],
  ])('%s is none', async (_, said) => {
    const hooks = createHooks();
    const codes = reportedBy(hooks);
    addSaying(hooks, 'onMessage', said);
    await askModel(await open(hooks));
    await hooks.flush();
    expect(codes).toEqual([]);
  });

  test('what an observer returns is none', async () => {
    const hooks = createHooks();
    const codes = reportedBy(hooks);
    hooks.observe('onChatStart', (() => deny('no')) as never);
    expect(await askModel(await open(hooks))).toEqual({ kind: 'response', asked: 1 });
    expect(codes).toEqual([]);
  });
});

describe.each(STARTS)('law 15: a deny at %s', (event) => {
  test.each([
    ['at once', () => deny('closed', { code: 'closed' })],
    ['later', () => pauseFor(5).then(() => deny('closed', { code: 'closed' }))],
  ])('said %s ends the chat before the model or a tool is asked', async (_, say) => {
    const hooks = createHooks();
    const codes = reportedBy(hooks);
    hooks.use({ name: 'hours', hooks: { [event]: { name: 'closed', run: say as never } } });
    const chat = await open(hooks);
    expect(chat.listens('preRequest')).toBe(true);
    expect(chat.intercepts('preToolCall')).toBe(true);
    expect(await askModel(chat)).toEqual({ kind: 'denied', asked: 0 });
    expect(await toolCycle(chat, toolStep())).toMatchObject({
      kind: 'denied',
      denial: { code: 'closed', by: 'hours/closed', policy: 'hours', event },
    });
    expect(codes).toEqual([`verdict_at_observer ${event}`]);
  });

  test('is asked for no tool inside the chat', async () => {
    const hooks = createHooks();
    addSaying(hooks, event, deny('closed'));
    const chat = await open(hooks);
    const { call, tool } = toolStep();
    expect(await chat.dispatch('preToolCall', { call, tool })).toMatchObject({ decision: 'deny' });
  });

  test('of a monitored hook ends nothing', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    addSaying(hooks, event, deny('closed'));
    expect(await askModel(await open(hooks))).toEqual({ kind: 'response', asked: 1 });
  });

  test('that takes its time within the usual limit is waited for, also first in a process', async () => {
    vi.resetModules();
    const fresh = {
      ...(await import('../../src/adapter.ts')),
      ...(await import('../../src/index.ts')),
    };
    const hooks = fresh.createHooks();
    hooks.addHook(event, () => pauseFor(80));
    const host = { framework: 'test', version: '1' };
    const chat = await fresh.openChat(hooks, { host, agent: { id: 'a' } });
    const { call, tool } = toolStep();
    expect(await chat.dispatch('preToolCall', { call, tool })).toEqual({ decision: 'allow' });
  });

  test('that is late is a deny', async () => {
    const hooks = createHooks({ timeoutMs: 5 });
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook(event, (() => new Promise(() => undefined)) as never);
    expect(await askModel(await open(hooks))).toEqual({ kind: 'denied', asked: 0 });
  });
});

describe('law 15: how long a deny of a start holds', () => {
  test.each<['onChatStart' | 'onSessionStart', string]>([
    ['onChatStart', 'response'],
    ['onSessionStart', 'denied'],
  ])('one at %s leaves the next chat of the session with a %s', async (event, kind) => {
    const hooks = createHooks();
    let chats = 0;
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook(event, (() => (chats++ === 0 ? deny('closed') : undefined)) as never);
    expect(await askModel(await open(hooks, 'one'))).toMatchObject({ kind: 'denied' });
    expect(await askModel(await open(hooks, 'one'))).toMatchObject({ kind });
    expect(await askModel(await open(hooks, 'two'))).toMatchObject({ kind: 'response' });
  });
});
