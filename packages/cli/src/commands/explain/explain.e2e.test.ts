import { afterAll, expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

/** Records one call of a tool that two policies judge, of which one leaves it out. */
const APP = `import { createHooks } from '@interpose/core';
import { openChat, toolCycle } from '@interpose/core/adapter';
import { allowTools } from '@interpose/policies/allow-tools';
import { record } from 'interpose';

const refuse = () => ({ decision: 'deny', reason: 'Not today.', code: 'closed' });
const hooks = createHooks({
  trace: true,
  policies: [
    record({ file: 'sessions.jsonl', redact: [] }),
    allowTools(['pay', 'refund']),
    { name: 'night', hooks: { preToolCall: { when: () => false, run: refuse } } },
    { name: 'shop', priority: 1e6, hooks: { preToolCall: refuse } },
  ],
});
const chat = await openChat(hooks, { host: { framework: 'test', version: '' }, agent: { id: 'agent' } });
const tool = { name: 'pay', origin: 'local', known: true, enabled: true };
await toolCycle(chat, { call: { id: '1', name: 'pay', args: {} }, tool, run: () => 'paid' });
await chat.end({ kind: 'done', reason: 'completed' });
await hooks.close();
`;
const app = temporaryApp({ 'app.mjs': APP });
afterAll(() => app[Symbol.dispose]());

test('explain lists the hooks that were asked about the step, and no other', async () => {
  expect(await app.node('app.mjs')).toMatchObject({ code: 0, err: '' });
  const { out, code } = await app.run('explain', '--last', '--recording', 'sessions.jsonl');
  expect(out).toMatch(/^deny at preToolCall of pay\n[^]*Reason: Not today\./);
  const [, steps = ''] = out.split('  Steps:\n');
  expect(steps.match(/\S+\/\S+/g)).toEqual([
    'record/preToolCall',
    'allow-tools/preToolCall',
    'shop/refuse',
  ]);
  expect(code).toBe(0);
});
