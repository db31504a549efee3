import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

/** Records one tool call that two policies judge, where one policy skips it. */
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

test('explain looks back through the files that were full and set aside', async () => {
  const row = (id: string, decision: string): string => {
    const told = { id, decision, event: 'preToolCall', at: 0, sessionId: 's', by: [], codes: [] };
    const decisions = [{ ...told, agent: { id: 'a' } }];
    return JSON.stringify({ decisions, messages: [{ role: 'user', content: 'a' }] });
  };
  using own = temporaryApp({
    '.interpose/recordings/sessions.jsonl': row('newest:4', 'allow'),
    '.interpose/recordings/sessions.jsonl.1': row('older:3', 'allow'),
    '.interpose/recordings/sessions.jsonl.2': `${row('cut:1', 'deny')}\n${row('last:2', 'ask')}`,
    '.interpose/recordings/sessions.jsonl.3': row('oldest:0', 'deny'),
  });
  const idOf = async (word: string): Promise<unknown> => {
    const { out } = await own.run('explain', word, '--json');
    return (JSON.parse(out) as { decision?: { id: string } }).decision?.id;
  };
  expect(await idOf('--last')).toBe('last:2');
  expect(await idOf('oldest:0')).toBe('oldest:0');
  rmSync(join(own.folder, '.interpose/recordings/sessions.jsonl'));
  expect(await idOf('--last')).toBe('last:2');
});

test.for(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '%s is no code',
  async (word) => {
    const { out, code } = await app.run('explain', word, '--json');
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage_invalid' } });
    expect(code).toBe(2);
  },
);

test.for([
  [['hook_timeout', '--recording', 'x'], /the code hook_timeout has no option --recording\. Leave/],
  [['--recording', 'x'], /the list of codes has no option --recording\. Leave it out\./],
  [['nosuch1', '--last'], /--last and nosuch1 name two decisions\. Leave one of them out\./],
] as const)(
  'explain %s is refused, since one of both would count for nothing',
  async ([words, told]) => {
    const { err, code } = await app.run('explain', ...words);
    expect(err).toMatch(told);
    expect(code).toBe(2);
  },
);

test('a decision that lacks what is told of it cannot be read', async () => {
  const messages = [{ role: 'user', content: 'a' }];
  const cut = { id: 'x', decision: 'deny', codes: [] };
  const odd = {
    ...{ ...cut, event: 'preToolCall', at: 0, sessionId: 's', agent: { id: 'a' }, by: [] },
    codes: ['toString'],
  };
  for (const decision of [
    cut,
    { ...odd, steps: [null] },
    { ...odd, at: 1e99 },
    { ...odd, by: [1] },
  ]) {
    app.write('cut.jsonl', JSON.stringify({ session: 's', decisions: [decision], messages }));
    const { err, code } = await app.run('explain', '--last', '--recording', 'cut.jsonl');
    expect(err).toBe(
      'recording_unreadable: the decision x of cut.jsonl is not as record writes one. Give files as they were written.\n',
    );
    expect(code).toBe(3);
  }
  app.write('odd.jsonl', JSON.stringify({ session: 's', decisions: [odd], messages }));
  const { out } = await app.run('explain', '--last', '--recording', 'odd.jsonl');
  expect(out).toContain('toString: a code of your own policies.');
});
