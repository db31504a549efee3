import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from './make-hooks.ts';

/** A hook bound to the tools whose whole name its pattern matches. */
export interface BoundHook {
  readonly pattern: string;
  readonly call: BenchHook;
}

/** What agent frameworks do: build a RegExp per hook and call, and await all that match together. */
export function regExpDispatch(hooks: readonly BoundHook[], ctx: BenchContext): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await callMatching(hooks, ctx));
  };
}

async function callMatching(
  hooks: readonly BoundHook[],
  ctx: BenchContext,
): Promise<readonly unknown[]> {
  const matching = hooks.filter(({ pattern }) =>
    new RegExp(`^(?:${pattern})$`).test(ctx.call.name),
  );
  return Promise.all(matching.map(({ call }) => call(ctx)));
}
