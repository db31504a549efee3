import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { fatalTo, HostRun, openHostChat, type HostOpening } from './host-run.ts';

const denial = {
  decision: 'deny',
  code: 'denied',
  reason: 'never',
  by: 'p',
  policy: 'p',
  event: 'preRequest',
} as const;

/** Returns how chats of these hooks end, in order. */
function endingsOf(hooks: Hooks): unknown[] {
  const endings: unknown[] = [];
  hooks.observe('onChatDone', ({ reason }) => void endings.push(['done', reason]));
  hooks.observe('onChatAbort', ({ reason }) => void endings.push(['abort', reason]));
  hooks.observe('onChatError', ({ error }) => void endings.push(['error', error]));
  return endings;
}

async function runWith(options: Parameters<typeof openTestChat>[1] = {}) {
  const hooks = createHooks();
  const endings = endingsOf(hooks);
  const run = new HostRun();
  run.opened = await openTestChat(hooks, options);
  return { run, endings, hooks };
}

describe('a run that gave its caller a value', () => {
  test.each([
    ['completed', {}],
    ['suspended', { suspended: true }],
    ['denied', { refusal: denial, suspended: true }],
  ] as const)('ends as %s', async (reason, state) => {
    const { run, endings, hooks } = await runWith();
    await Object.assign(run, state).done();
    await hooks.flush();
    expect(endings).toEqual([['done', reason]]);
  });

  test('ends once, whatever comes later', async () => {
    const { run, endings, hooks } = await runWith();
    await run.done();
    await run.failed(new Error('late'));
    await run.aborted(new Error('later'));
    await hooks.flush();
    expect(endings).toEqual([['done', 'completed']]);
  });
});

describe('a run that failed', () => {
  test('ends as an error with the very object that its caller gets', async () => {
    const { run, endings, hooks } = await runWith();
    const broken = new Error('overloaded');
    await run.failed(broken);
    await hooks.flush();
    expect(endings).toHaveLength(1);
    expect((endings[0] as unknown[])[1]).toBe(broken);
  });

  test("ends as an abort with the caller's own reason, whatever error the host made of it", async () => {
    const controller = new AbortController();
    const { run, endings, hooks } = await runWith({ signal: controller.signal });
    controller.abort('enough');
    await run.failed(new Error('the request failed'));
    await hooks.flush();
    expect(endings).toEqual([['abort', 'enough']]);
  });

  test('ends as an abort where the error, or what caused it, says that the caller gave up', async () => {
    const { run, endings, hooks } = await runWith();
    const left = new Error('failed', { cause: new DOMException('left', 'AbortError') });
    await run.failed(left);
    await hooks.flush();
    expect(endings).toEqual([['abort', left]]);
  });

  test('before its chat was open has nothing to end', async () => {
    const run = new HostRun();
    expect(run.failed(new Error('no chat'))).toBeUndefined();
    expect(run.done()).toBeUndefined();
  });
});

describe('what hooks are shown of a value that the host owns', () => {
  test('is a frozen copy, or the value itself where the registry is not strict', async () => {
    const value = { city: 'Rome', days: [1, 2] };
    const strict = new HostRun();
    strict.opened = await openTestChat(createHooks());
    const shown = strict.copy(value);
    expect(shown).toEqual(value);
    expect(shown).not.toBe(value);
    expect(Object.isFrozen(shown) && Object.isFrozen(shown.days)).toBe(true);
    expect(Object.isFrozen(value)).toBe(false);
    const loose = new HostRun();
    loose.opened = await openTestChat(createHooks({ strict: false }));
    expect(loose.copy(value)).toBe(value);
  });

  test('is a copy also before anybody knows how strict the registry is', () => {
    const value = { city: 'Rome' };
    expect(new HostRun().copy(value)).not.toBe(value);
  });
});

test('what a run ended with first is kept and thrown on, also where another call fails after it', () => {
  const run = new HostRun();
  const [first, second] = [new Error('the store is gone'), new Error('and again')];
  expect(() => fatalTo(run)(first)).toThrow(first);
  expect(() => fatalTo(run)(second)).toThrow(second);
  expect(run.fatal?.error).toBe(first);
});

describe('the chat of a run', () => {
  const opening: HostOpening = {
    host: { framework: 'test-sdk', version: '1.0.0' },
    agent: { id: 'desk' },
    options: {},
    can: {},
    suspends: false,
  };

  test("belongs to the host's own conversation, unless the app named a session", async () => {
    const hooks = createHooks();
    const known = { ...opening, conversation: 'thread-7' };
    const named = { ...known, options: { session: { id: 'mine' } } };
    expect((await openHostChat(hooks, known)).session.id).toBe('thread-7');
    expect((await openHostChat(hooks, named)).session.id).toBe('mine');
  });

  test('is a child of the chat that asks, in its session', async () => {
    const hooks = createHooks();
    const parent = await openTestChat(hooks);
    const child = await openHostChat(hooks, { ...opening, parent });
    expect([child.parentChatId, child.session.id]).toEqual([parent.id, parent.session.id]);
  });

  test("ends its work when the caller's signal aborts", async () => {
    const controller = new AbortController();
    const chat = await openHostChat(createHooks(), { ...opening, signal: controller.signal });
    controller.abort('enough');
    expect(chat.signal.reason).toBe('enough');
  });

  test('starts with messages that are read only where somebody listens', async () => {
    let reads = 0;
    const messages = () => {
      reads += 1;
      return [];
    };
    const hooks = createHooks();
    await openHostChat(hooks, { ...opening, messages });
    expect(reads).toBe(0);
    hooks.observe('onChatStart', (ctx) => void ctx.messages);
    await openHostChat(hooks, { ...opening, messages });
    await hooks.flush();
    expect(reads).toBe(1);
  });
});
