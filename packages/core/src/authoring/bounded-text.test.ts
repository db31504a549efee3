import { describe, expect, test } from 'vitest';

import { toolCycle, type ToolOutcome } from '../adapter.ts';
import { ask, createHooks, deny, type DenyVerdict, type Hooks } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { toolStep } from '../../test/tool-step.ts';

const LONG = 'x'.repeat(1_000_000);
const NOTICE = '… (cut: a text of a verdict has at most 4000 characters)';

async function call(hooks: Hooks): Promise<ToolOutcome<unknown>> {
  return toolCycle(await openTestChat(hooks), toolStep());
}

async function denialFor(said: DenyVerdict) {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => said, { name: 'guard' });
  const outcome = await call(hooks);
  if (outcome.kind !== 'denied') throw new Error(outcome.kind);
  return outcome;
}

describe('the reason of a deny', () => {
  test.each<[string, DenyVerdict]>([
    ['made with deny()', deny(LONG, { message: LONG })],
    ['written out', { decision: 'deny', reason: LONG, message: LONG }],
  ])('reaches the model with a bounded length and a notice, %s', async (_, said) => {
    const { denial, text } = await denialFor(said);
    expect(denial.reason).toHaveLength(4000);
    expect(denial.message).toHaveLength(4000);
    expect(text).toMatch(/^Blocked by guard: x+… \(cut: /);
    expect(text.endsWith(NOTICE)).toBe(true);
  });

  test('stays as it is up to that length', async () => {
    const reason = 'y'.repeat(4000);
    expect((await denialFor(deny(reason))).denial.reason).toBe(reason);
  });

  test('is not cut within a character', async () => {
    const { denial } = await denialFor(deny('😀'.repeat(3000)));
    expect(denial.reason.isWellFormed()).toBe(true);
  });
});

test('the words of a person who refuses, and of a hook that asks, are bounded too', async () => {
  const refused = createHooks({ approver: () => ({ approved: false, reason: LONG }) });
  refused.addHook('preToolCall', () => ask('sure?'));
  expect(await call(refused)).toMatchObject({
    denial: { reason: expect.stringContaining(NOTICE) },
  });
  const unanswered = createHooks();
  unanswered.addHook('preToolCall', () => ask(LONG));
  const outcome = await call(unanswered);
  expect(outcome.kind === 'denied' && outcome.text.length).toBeLessThan(4200);
});
