import { inspect } from 'node:util';

import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** An agent whose hooks take the number out of what the user says. */
function shop(execute: () => unknown, ...turns: MemoryTurn[]) {
  const hooks = createHooks();
  const text = 'My card is [gone].';
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: { ...message, content: [{ type: 'text', text }] },
  }));
  const tools = [openTool('look', execute)];
  return withHooks(agentOn(new MemoryModel(...turns), { tools }), hooks);
}

const said = 'My card is 4711.';
const all = (value: unknown): string => inspect(value, { depth: 20 });

describe.each(modes)('what hooks changed of a message, in the state of a run (%s)', (mode) => {
  test('is not kept as it was where the run has no session', async () => {
    const agent = shop(() => 'seen', [calls('look')], 'Done.');
    const result = await runIn(mode, agent, said);
    expect(all(result)).not.toContain('4711');
  });

  test('is not written as it was where the run failed', async () => {
    const agent = shop(() => 'seen', [calls('look')]);
    const failing = runIn(mode, agent, said, { maxTurns: 1 });
    const error: unknown = await failing.catch((each: unknown) => each);
    const { state } = error as { readonly state: object };
    const text = JSON.stringify(state);
    expect(text).toContain('[gone]');
    expect(text + all(state)).not.toContain('4711');
  });
});

test('what hooks changed of a message is not kept as it was in a stream that was cancelled', async () => {
  const leaving = new AbortController();
  const agent = shop(() => leaving.abort(), [calls('look')], 'Done.');
  const result = await runIn('streamed', agent, said, { signal: leaving.signal });
  expect(all(result)).not.toContain('4711');
});
