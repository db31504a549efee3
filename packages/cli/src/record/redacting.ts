import { createHooks, type Policy } from '@interpose/core';

const CALL = { id: 'recorded', name: 'recorded', args: {} };
const TOOL = { name: 'recorded', origin: 'local', known: true, enabled: true } as const;

/** Returns a function that redacts values with these policies; a withheld value, or a failure, gives `[withheld]`. */
export function redacting(policies: readonly Policy[]): (value: unknown) => Promise<unknown> {
  if (policies.length === 0) return async (value) => value;
  const hooks = createHooks({ policies });
  return async (value) => {
    const verdict = await hooks.dispatch('onToolCallResult', {
      call: CALL,
      originalCall: CALL,
      tool: TOOL,
      result: value,
      durationMs: 0,
      synthetic: false,
    });
    if (verdict.decision === 'modify') return verdict.value;
    return verdict.decision === 'allow' ? value : '[withheld]';
  };
}
