import type { RemoteGraph } from '@langchain/langgraph/remote';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { direct, inside, question, read, remote, state } from '../../test/remote-graph.ts';
import { withHooks } from '../index.ts';

const everywhere = {
  ...Object.fromEntries(
    Object.entries(direct).map(([name, call]) => [
      name,
      (graph: RemoteGraph, hooks: Hooks) => call(withHooks(graph, hooks)),
    ]),
  ),
  ...inside,
};

describe.each(Object.entries(everywhere))('a graph on another machine, by %s', (_, call) => {
  test('is asked once the hooks allow it, and asks them once', async () => {
    const { graph, asked } = remote();
    const hooks = createHooks();
    const tasks: unknown[] = [];
    hooks.addHook('preDelegate', ({ task }) => void tasks.push([task.kind, task.input]));
    expect(JSON.stringify(await call(graph, hooks))).toContain('SECRET');
    expect(tasks).toEqual([['subagent', 'Where?']]);
    hooks.addHook('preDelegate', () => deny('not there'));
    expect(String(await call(graph, hooks).catch(String))).not.toContain('SECRET');
    expect(asked).toHaveLength(1);
  });

  test('gives nobody an answer that a hook withholds or changes', async () => {
    const answers = [deny('secret'), { result: 'Nowhere.' }].map(async (verdict) => {
      const hooks = createHooks();
      hooks.addHook('onDelegateResult', () => verdict);
      return JSON.stringify(await call(remote().graph, hooks).catch(String));
    });
    const [withheld, changed] = await Promise.all(answers);
    expect(withheld).not.toContain('SECRET');
    expect(changed).not.toContain('SECRET');
    expect(changed).toContain('Nowhere.');
  });
});

test.each(['a tool', 'a middleware'])(
  'an unhooked one is refused in %s where all has to be enforced',
  async (place) => {
    const { graph, asked } = remote();
    const options = { require: 'enforced' };
    await expect(inside[place]!(graph, createHooks(), options)).rejects.toThrow('[not_enforced]');
    expect(asked).toEqual([]);
  },
);

test.each(['values', 'updates', 'messages', ['updates'], ['values', 'messages']] as const)(
  'hooks that say nothing leave a stream of %j as it is',
  async (streamMode) => {
    const chunksOf = (graph: RemoteGraph) =>
      read(graph.stream(question, { streamMode: streamMode as never }));
    const hooks = createHooks();
    hooks.addHook('onDelegateResult', () => undefined);
    expect(await chunksOf(withHooks(remote().graph, hooks))).toEqual(
      await chunksOf(remote().graph),
    );
  },
);

test('a stream flows as it comes where nobody may withhold its answer', async () => {
  const hooks = createHooks();
  const told: unknown[] = [];
  hooks.addHook('preDelegate', () => undefined);
  hooks.observe('onDelegateResult', ({ result }) => void told.push(result));
  const stream = await withHooks(remote().graph, hooks).stream(question, { streamMode: 'values' });
  for await (const chunk of stream) expect([chunk, told]).toEqual([state, []]);
  await hooks.flush();
  expect(told).toEqual(['In the SECRET drawer.']);
});

test('policies see all that it is given, and change that', async () => {
  const { graph, asked } = remote();
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('preDelegate', ({ task }) => {
    seen.push(task.input);
    return { task: { ...task, input: { ...(task.input as object), key: 'none' } } };
  });
  await withHooks(graph, hooks).invoke({ ...question, key: 'k1' });
  expect(seen).toEqual([{ key: 'k1', messages: 'Where?' }]);
  expect(asked[0]!.input).toMatchObject({ key: 'none', messages: [{ content: 'Where?' }] });
});

test('a policy may answer in its place', async () => {
  const { graph, asked } = remote();
  const hooks = createHooks();
  hooks.addHook('preDelegate', () => ({ result: 'Nowhere.' }));
  const answer: unknown = await withHooks(graph, hooks).invoke(question);
  expect(answer).toMatchObject({ messages: [{}, { content: 'Nowhere.' }] });
  expect(asked).toEqual([]);
});

test('the agent that asks it is asked about it, whether it is hooked as well or not', async () => {
  const hooks = createHooks();
  const parents: unknown[] = [];
  hooks.addHook('preDelegate', ({ parentChatId }) => void parents.push(parentChatId));
  await inside['a tool']!(withHooks(remote().graph, hooks), hooks);
  await inside['a tool']!(remote().graph, hooks);
  // Both delegations are in the chat of the agent, which has no parent.
  expect(parents).toEqual([undefined, undefined]);
});

describe('by its own events', () => {
  const v3 = (graph: RemoteGraph): Promise<unknown> =>
    graph.streamEvents(question, { version: 'v3' }) as never;

  test('it is asked once the hooks allow it', async () => {
    const { graph, asked } = remote();
    const hooks = createHooks();
    const codes: string[] = [];
    hooks.observe('onHookError', ({ code }) => void codes.push(code));
    hooks.addHook('onDelegateResult', () => undefined);
    await v3(withHooks(graph, hooks));
    // No hook saw the answer.
    expect(codes).toEqual(['unmediated_call']);
    hooks.addHook('preDelegate', () => deny('not there'));
    await expect(v3(withHooks(graph, hooks))).rejects.toThrow('not there');
    expect(asked).toHaveLength(1);
  });
});

test('one that is asked where policies listen to models alone is told once', async () => {
  const hooks = createHooks();
  const codes: string[] = [];
  hooks.observe('onHookError', ({ code }) => void codes.push(code));
  hooks.addHook('onResponse', () => undefined);
  for (let time = 0; time < 2; time++) await inside['a node']!(remote().graph, hooks);
  expect(codes).toEqual(['unmediated_call']);
});
