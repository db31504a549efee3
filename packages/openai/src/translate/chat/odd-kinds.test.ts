import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../../test/ask-fetch.ts';

const pay = { name: 'pay', arguments: '{"euros":5}' };
const look = { name: 'look', arguments: '{}', input: '' };

test.each([
  ['a type that nobody knows beside a function', { type: 'shop', shop: look, function: pay }],
  ['no type', { custom: { name: 'pay', input: '5' } }],
  ['another form beside its own', { type: 'function', function: pay, custom: look }],
])('a call with %s is judged by what callers read', async (_what, call) => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', (ctx) => (ctx.call.name === 'pay' ? deny('no') : undefined));
  const message = { role: 'assistant', content: null, tool_calls: [{ id: 'c', ...call }] };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
  expect(await askFetch(hooks, '/chat/completions', { choices })).not.toContain('"pay"');
  const chunk = { index: 0, delta: { tool_calls: [{ index: 0, id: 'c', ...call }] } };
  expect(await askFetch(hooks, '/chat/completions', [{ choices: [chunk] }])).not.toContain('"pay"');
});
