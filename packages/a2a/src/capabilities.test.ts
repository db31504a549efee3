import { ask, createHooks, deny, retry, type EventName, type Hooks } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import { a2aAnswerSaying, rewritten } from '../test/proofs/other-text.ts';
import { abandonPath } from '../test/proofs/abandon-path.ts';
import { drivePath, type Driven } from '../test/proofs/drive-path.ts';
import { capabilities } from './capabilities.ts';

const enforced = capabilities.filter(({ status }) => status === 'enforced');
const claims = enforced.flatMap(({ path, event, verbs }) =>
  verbs.map((verb) => [path, event, verb] as const),
);
const told = enforced.filter(({ verbs }) => verbs.length === 0);

/** Whether the event fires before anything has been sent. */
function isBefore(path: string, event: EventName): boolean {
  if (event === 'preDelegate' || event === 'onInventoryChange') return true;
  if (path === 'push notification') return true;
  return event === (path.startsWith('server') ? 'onA2aMessage' : 'preA2aMessage');
}

/** Adds a hook with this verdict to an event, and counts how often it is asked. */
function say(hooks: Hooks, event: EventName, verdict: (ctx: object) => unknown): { count: number } {
  const heard = { count: 0 };
  const hook = (ctx: object): never => {
    heard.count += 1;
    return verdict(ctx) as never;
  };
  hooks.addHook(event, hook);
  return heard;
}

describe.each(claims)('%s: %s can %s', (path, event, verb) => {
  test('as the table says', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const asked: string[] = [];
    const hooks = createHooks({
      approver: (request) => {
        asked.push(request.event);
        return { approved: true };
      },
    });
    let isFirst = true;
    const verdicts = {
      allow: () => undefined,
      deny: () => deny('never'),
      modify: rewritten,
      respond: a2aAnswerSaying(event, 'supplied'),
      ask: () => ask('may it?'),
      retry: () => (isFirst ? ((isFirst = false), retry()) : undefined),
    };
    const heard = say(hooks, event, verdicts[verb]);
    const driven = await drivePath(path, hooks);
    expect(heard.count).toBeGreaterThan(0);
    expectVerb[verb](driven, isBefore(path, event));
    expect(asked.includes(event)).toBe(verb === 'ask');
    await hooks.close();
  });
});

const expectVerb: Readonly<
  Record<(typeof claims)[number][2], (driven: Driven, hadNotLeft: boolean) => void>
> = {
  allow: ({ reached }) => expect(reached).toEqual(['hello']),
  ask: ({ reached }) => expect(reached).toEqual(['hello']),
  retry: ({ reached }) => expect(reached).toEqual(['hello', 'hello']),
  deny: ({ reached, received }, hadNotLeft) => {
    expect(reached).toEqual(hadNotLeft ? [] : ['hello']);
    expect(received).not.toContain('the answer');
  },
  modify: ({ reached, received }, hadNotLeft) => {
    expect(hadNotLeft ? reached.join() : received).toContain('rewritten');
    expect(hadNotLeft ? reached.join() : received).not.toMatch(/hello|the answer/);
  },
  respond: ({ received }) => expect(received).toContain('supplied'),
};

test.each(told)('$path: $event is told once', async ({ path, event }) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const hooks = createHooks();
  let count = 0;
  hooks.observe(event, () => void (count += 1));
  if (event === 'onChatError') {
    hooks.addHook('preA2aMessage', () => Promise.reject(new Error('broken')), { onError: 'throw' });
  }
  if (event === 'onChatAbort') await abandonPath(path, hooks);
  else await drivePath(path, hooks).catch(() => undefined);
  await hooks.close();
  expect(count).toBe(1);
});
