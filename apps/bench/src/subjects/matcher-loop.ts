import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from './make-hooks.ts';
import { readAnswer } from './read-answer.ts';
import type { BoundHook } from './regexp-dispatch.ts';

interface CompiledHook {
  readonly matches: (name: string) => boolean;
  readonly call: BenchHook;
}

/** A loop that asks every hook's compiled matcher at every dispatch. */
export function matcherLoop(hooks: readonly BoundHook[], ctx: BenchContext): Batch {
  const compiled = hooks.map(({ pattern, call }): CompiledHook => {
    const expression = new RegExp(`^(?:${pattern})$`);
    return { matches: (name) => expression.test(name), call };
  });
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(callMatching(compiled, ctx));
  };
}

function callMatching(hooks: readonly CompiledHook[], ctx: BenchContext): unknown {
  const { name } = ctx.call;
  for (const { matches, call } of hooks) {
    if (!matches(name)) continue;
    const answer = call(ctx);
    if (answer !== undefined) return readAnswer(answer);
  }
  return ctx;
}
