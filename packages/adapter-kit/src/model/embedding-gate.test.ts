import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { gateEmbedding } from './embedding-gate.ts';

test('values that the app changes while hooks decide are embedded as they saw them', async () => {
  const tokens = [1, 2];
  const values: unknown[] = ['one', tokens];
  const hooks = createHooks();
  hooks.addHook('preRequest', async () => {
    await Promise.resolve();
    values[0] = 'secret';
    values.push('secret');
  });
  const left = await gateEmbedding(await openTestChat(hooks), { values }, undefined);
  expect(left).toEqual(['one', [1, 2]]);
  expect(left[1]).toBe(tokens);
});

test('values that the app changes while hooks change others are embedded as they saw them', async () => {
  const values = ['one', 'two'];
  const hooks = createHooks();
  hooks.addHook('preRequest', async ({ request }) => {
    await Promise.resolve();
    values[0] = 'secret';
    const [first] = request.messages;
    const content = [{ type: 'text', text: 'changed' }] as const;
    return { request: { ...request, messages: [first!, { role: 'user', content }] } };
  });
  const left = await gateEmbedding(await openTestChat(hooks), { values }, undefined);
  expect(left).toEqual(['one', 'changed']);
});

test('values that nobody changed are embedded as the same list', async () => {
  const values = ['one', 'two'];
  const hooks = createHooks();
  hooks.addHook('preRequest', () => Promise.resolve());
  expect(await gateEmbedding(await openTestChat(hooks), { values }, undefined)).toBe(values);
});
