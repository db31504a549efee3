import { describe, expect, test } from 'vitest';

import { makeHooks, REFUSAL, REPLACEMENTS, type BenchContext } from './make-hooks.ts';

function contextOf(name: string): BenchContext {
  // The hooks read the call alone; a whole context would need a running chat.
  return { call: { id: 'c1', name, args: {} } } as unknown as BenchContext;
}

describe('makeHooks', () => {
  test('makes distinct literals that say nothing about an ordinary call', async () => {
    const hooks = await makeHooks('sync', 20);
    expect(new Set(hooks.map(String)).size).toBe(20);
    expect(hooks.map((hook) => hook(contextOf('search')))).toEqual(Array(20).fill(undefined));
    expect(hooks[7]?.(contextOf('refused-7'))).toBe(REFUSAL);
  });

  test('makes other functions every time', async () => {
    const [first] = await makeHooks('sync', 1);
    const [second] = await makeHooks('sync', 1);
    expect(first).not.toBe(second);
  });

  test('makes four of twenty mixed hooks asynchronous', async () => {
    const hooks = await makeHooks('mixed', 20);
    const answers = hooks.map((hook) => hook(contextOf('search')));
    expect(answers.filter((answer) => answer instanceof Promise)).toHaveLength(4);
  });

  test('lets patching hooks replace the call in turn, and denying hooks deny', async () => {
    const patches = await makeHooks('patch', 3);
    const ctx = contextOf('search');
    expect(patches.map((patch) => (patch(ctx) as { call: unknown }).call)).toEqual([
      REPLACEMENTS[0],
      REPLACEMENTS[1],
      REPLACEMENTS[0],
    ]);
    const [denying] = await makeHooks('deny', 1);
    expect(denying?.(ctx)).toBe(REFUSAL);
  });
});
