import { describe, expect, test } from 'vitest';

import { createHooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';

describe('the condition of a hook', () => {
  test.each<[string, unknown]>([
    ['nothing, as a forgotten return does', undefined],
    ['a promise', Promise.resolve(false)],
    ['a name', 'ada'],
    ['0', 0],
  ])('fails, which denies, where it gives %s', async (_, given) => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.observe('onHookError', ({ error }) => void told.push(String(error)));
    hooks.addHook('preToolCall', () => undefined, { name: 'guard', when: () => given as boolean });
    const verdict = await gateCall(hooks);
    await hooks.flush();
    expect(verdict).toMatchObject({ decision: 'deny', code: 'hook_failed' });
    expect(told).toEqual([expect.stringContaining('when of guard gave neither true nor false')]);
  });
});
