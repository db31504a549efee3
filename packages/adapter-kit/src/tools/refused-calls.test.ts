import { createHooks, deny, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import type { Question } from './approval-question.ts';
import { reportRefusal } from './refused-calls.ts';

const question: Question = {
  call: { id: 'call_1', name: 'pay', args: {} },
  tool: { name: 'pay', origin: 'local', known: true, enabled: true },
  approval: 'no',
  resumed: true,
};

/** Returns what the hooks are told of a call that a person refused. */
async function told(hooks: Hooks, reason: string | undefined): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  hooks.observe('onToolCallError', ({ call, cause, error }) => {
    errors.push([call.id, cause, error.message]);
  });
  hooks.observe('onToolCallResult', () => void errors.push('a result'));
  await reportRefusal(await openTestChat(hooks, { suspends: true }), question, reason);
  await hooks.flush();
  return errors;
}

test('a refusal is told once, as a denied call, in the words of the person', async () => {
  await expect(told(createHooks(), 'too much')).resolves.toEqual([
    ['call_1', 'denied', 'too much'],
  ]);
});

test('a refusal without a word says that a person refused', async () => {
  await expect(told(createHooks(), undefined)).resolves.toEqual([
    ['call_1', 'denied', 'A person refused this call.'],
  ]);
});

test('where a policy denies the call by now, the history gets the denial of that policy and no error is told', async () => {
  const hooks = createHooks();
  let asked = 0;
  const history: string[] = [];
  hooks.addHook('preToolCall', () => {
    asked += 1;
    return deny('closed today');
  });
  hooks.observe('onMessage', ({ message }) => void history.push(JSON.stringify(message.content)));
  await expect(told(hooks, 'too much')).resolves.toEqual([]);
  expect(asked).toBe(1);
  expect(history).toEqual([expect.stringContaining('closed today')]);
});
