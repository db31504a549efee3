import { isThenable } from '../method/is-thenable.ts';
import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import { REFUSAL, type BenchContext, type BenchHook } from './make-hooks.ts';
import { readAnswer } from './read-answer.ts';

/** A careful asynchronous dispatcher: one async function that awaits only what can be awaited. */
export function awaitThenables(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await callAll(hooks, ctx));
  };
}

async function callAll(hooks: readonly BenchHook[], ctx: BenchContext): Promise<unknown> {
  for (const hook of hooks) {
    let answer: unknown;
    try {
      answer = hook(ctx);
      if (isThenable(answer)) answer = await answer;
    } catch {
      return REFUSAL;
    }
    if (answer !== undefined) return readAnswer(answer);
  }
  return ctx;
}
