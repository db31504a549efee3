import { ask, createHooks, definePolicy, deny, mapText } from '@interpose/core';
import { expect, test } from 'vitest';

import { fakeHost } from './fake-host.ts';
import type { FakePart } from './translate/fake-values.ts';
import { scriptedFakeModel } from './model/scripted-fake-model.ts';

const refundThenAnswer = [
  { kind: 'answer', calls: [{ id: 'call_1', name: 'refund', args: { euros: 50 } }] },
  { kind: 'answer', text: ['It is ', 'done.'] },
] as const;

const noRefunds = definePolicy({
  name: 'no-refunds',
  hooks: { preToolCall: { tool: 'refund', run: () => deny('refunds are closed') } },
});

test('a policy is tried on a whole agent without an SDK', async () => {
  const hooks = createHooks({ policies: [noRefunds] });
  const paid: unknown[] = [];
  const model = scriptedFakeModel(refundThenAnswer);
  const host = fakeHost({
    hooks,
    model,
    tools: [{ name: 'refund', run: (args) => paid.push(args) }],
  });
  const { outcome, history } = await host.run('Pay me back.');
  await hooks.close();
  expect(outcome).toEqual({ kind: 'answer', text: 'It is done.' });
  expect(paid).toEqual([]);
  const told = {
    by: 'tool',
    key: 'call_1',
    tool: 'refund',
    outcome: { kind: 'failure', failure: 'Blocked by no-refunds: refunds are closed' },
  };
  expect(history).toContainEqual(told);
  expect(model.requests[1]?.history).toContainEqual(told);
});

test('a stream yields parts as they are released and then its end', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.toUpperCase() }));
  const running = fakeHost({ hooks, model: [{ kind: 'answer', text: ['Hel', 'lo.'] }] }).stream(
    'Hi.',
  );
  const parts: FakePart[] = [];
  for await (const part of running.parts) parts.push(part);
  await hooks.close();
  expect(parts).toEqual([
    { type: 'open' },
    { type: 'said', block: 'said', chunk: 'HEL' },
    { type: 'said', block: 'said', chunk: 'LO.' },
    { type: 'closed', block: 'said' },
    { type: 'end', stop: 'end' },
  ]);
  expect((await running.end).outcome).toEqual({ kind: 'answer', text: 'HELLO.' });
});

test('a reader that stops gets a stopped run, and the chat ends as aborted', async () => {
  const hooks = createHooks();
  const endings: string[] = [];
  for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, () => void endings.push(event));
  const running = fakeHost({ hooks, model: [{ kind: 'answer', text: ['One, ', 'two.'] }] }).stream(
    'Count.',
  );
  for await (const part of running.parts) if (part.type === 'said') break;
  expect((await running.end).outcome).toEqual({ kind: 'stopped' });
  await hooks.close();
  expect(endings).toEqual(['onChatAbort']);
});

test('errors are outcomes, a run never rejects', async () => {
  const hooks = createHooks();
  const failing = fakeHost({
    hooks,
    model: [{ kind: 'failure', status: 500, message: 'the model is down' }],
  });
  expect((await failing.run('Hi.')).outcome).toMatchObject({
    kind: 'error',
    error: { message: 'the model is down', status: 500 },
  });
  await hooks.close();
});

test('a suspended run goes on with what a person said, from the history the app held', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => ask('a person should look'));
  const paid: unknown[] = [];
  const host = fakeHost({
    hooks,
    session: { id: 'shop' },
    model: refundThenAnswer,
    tools: [{ name: 'refund', run: (args) => paid.push(args) }],
  });
  const first = await host.run('Pay me back.');
  expect(first.outcome).toMatchObject({
    kind: 'suspended',
    pending: [{ key: 'call_1', tool: 'refund', args: { euros: 50 } }],
  });
  const held = JSON.parse(JSON.stringify(first.history)) as typeof first.history;
  expect((await host.resume(held, 'yes')).outcome).toEqual({ kind: 'answer', text: 'It is done.' });
  expect(paid).toEqual([{ euros: 50 }]);
  await hooks.close();
});

test('the whole history of an earlier run may be sent again', async () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: mapText(message, (text) => text.replace('4z42', '[card]')),
  }));
  const model = scriptedFakeModel([
    { kind: 'answer', text: ['Thanks.'] },
    { kind: 'answer', text: ['Yes.'] },
  ]);
  const host = fakeHost({ hooks, session: { id: 'shop' }, model });
  const { history } = await host.run('My card is 4z42.');
  await host.run([...history, { by: 'user', said: 'Did you get it?' }]);
  await hooks.close();
  expect(
    model.requests[1]?.history.map((message) => ('said' in message ? message.said : '')),
  ).toEqual(['My card is [card].', 'Thanks.', 'Did you get it?']);
});

test('an agent that never answers is stopped after its steps', async () => {
  const hooks = createHooks();
  const always = { kind: 'answer', calls: [{ id: 'call_1', name: 'look' }] } as const;
  const host = fakeHost({
    hooks,
    maxSteps: 2,
    model: [always, always, always],
    tools: [{ name: 'look', run: () => 'nothing' }],
  });
  expect((await host.run('Look.')).outcome).toMatchObject({
    kind: 'error',
    error: { message: expect.stringContaining('2 model calls') },
  });
  await hooks.close();
});
