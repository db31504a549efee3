import { createHooks, deny, type Hooks, type ToolCall } from '@interpose/core';
import { fakeHost } from '@interpose/testing';
import { expect, test } from 'vitest';
import { describeEntry } from '../compare/describe-entry.ts';
import { watchParity } from './watch-parity.ts';

/** Runs three calls of one batch, the first of which takes longest, and gives the lines of its log. */
async function lines(hooks: Hooks, ids: readonly string[]): Promise<string[]> {
  const take = watchParity(hooks);
  const calls = ids.map((id, index) => ({
    id,
    name: 'count',
    args: { milliseconds: 20 - index * 10 },
  }));
  const host = fakeHost({
    hooks,
    session: { id: 's' },
    model: [
      { kind: 'answer', calls },
      { kind: 'answer', text: ['Done.'] },
    ],
    tools: [{ name: 'count', run: ({ milliseconds }) => pause(Number(milliseconds)) }],
  });
  await host.run('Count.');
  await hooks.endSession('s');
  return take('s').entries.map(describeEntry);
}

function pause(milliseconds: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'counted'));
}

test('calls that settle in any order stand in the order of the response', async () => {
  const told = await lines(createHooks(), ['a', 'b', 'c']);
  expect(told.filter((line) => line.includes('call'))).toEqual(
    [1, 2, 3].flatMap((call) => [
      `chat 1 preToolCall #0 call ${call} count → count: allow`,
      `chat 1 onToolCallResult #0 call ${call} count → count: allow`,
      `chat 1 onMessage call ${call} tool`,
    ]),
  );
});

test('calls that share an id are told apart by their arguments', async () => {
  const told = await lines(createHooks(), ['same', 'same', 'same']);
  const results = told.filter((line) => line.includes('onToolCallResult'));
  expect(results.map((line) => /call \d/.exec(line)?.[0])).toEqual(['call 1', 'call 2', 'call 3']);
});

test('a decision of a policy that only monitors counts, and stays with its call', async () => {
  const hooks = createHooks();
  const isSecond = ({ args }: ToolCall): boolean => args['milliseconds'] === 10;
  hooks.addHook('preToolCall', ({ call }) => (isSecond(call) ? deny('would be') : undefined), {
    name: 'shadow',
    mode: 'monitor',
  });
  const told = await lines(hooks, ['a', 'b', 'c']);
  const at = told.findIndex((line) => line.startsWith('chat 1 onDecision'));
  expect(told[at]).toBe('chat 1 onDecision call 2 at preToolCall → count: deny by shadow monitor');
  expect(told[at - 1]).toBe('chat 1 preToolCall #0 call 2 count → count: allow');
});

test('what is new to a session stands at the start of its chat, by name', async () => {
  const hooks = createHooks();
  hooks.observe('onInventoryChange', () => {});
  const told = await lines(hooks, ['a']);
  expect(told.slice(0, 4)).toEqual([
    'chat 1 onSessionStart',
    'chat 1 onChatStart',
    'chat 1 onInventoryChange added tool count → allow',
    'chat 1 onUserMessage → allow',
  ]);
});
