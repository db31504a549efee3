import { describe, expect, test } from 'vitest';

import { createHooks, deny, type DelegateTask } from '../../src/index.ts';

describe('a delegation that the app fires itself', () => {
  test.each(['handoff', 'subagent', 'a2a'] as const)(
    'to a %s is judged before it happens, and its result after it',
    async (kind) => {
      const hooks = createHooks();
      const seen: unknown[] = [];
      hooks.addHook('preDelegate', ({ task }) => {
        seen.push(['before', task.kind]);
        return { task: { ...task, input: 'changed' } };
      });
      hooks.addHook('onDelegateResult', ({ result, task }) => {
        seen.push(['after', task.kind, result]);
        return { result: 'cleaned' };
      });
      const task: DelegateTask = { kind, to: 'expert', input: 'original' };
      const outcome = await hooks.step(
        'preDelegate',
        { task },
        ({ input }) => `did ${String(input)}`,
      );
      expect(seen).toEqual([
        ['before', kind],
        ['after', kind, 'did changed'],
      ]);
      expect(outcome).toMatchObject({ kind: 'output', output: 'cleaned', changed: true });
    },
  );

  test.each(['handoff', 'subagent', 'a2a'] as const)(
    'to a %s that was denied does not happen, and has no result to judge',
    async (kind) => {
      const hooks = createHooks();
      let done = 0;
      hooks.addHook('preDelegate', () => deny('not them'));
      hooks.addHook('onDelegateResult', () => void done++);
      const task: DelegateTask = { kind, to: 'expert', input: '' };
      const outcome = await hooks.step('preDelegate', { task }, () => ++done);
      expect(outcome).toMatchObject({ kind: 'denied', phase: 'before' });
      expect(done).toBe(0);
    },
  );
});
