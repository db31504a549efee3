import { AsyncSeriesWaterfallHook } from 'tapable';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

type Tap = (ctx: BenchContext) => Promise<BenchContext>;

/** tapable: an asynchronous waterfall of promises; each tap puts its hook's answer into the value. */
export function tapableAsync(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  return waterfall(hooks.map(folded), ctx);
}

/** The same with taps that are the hooks themselves: nothing reads an answer. */
export function tapableAsyncBare(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  return waterfall(hooks as readonly Tap[], ctx);
}

function folded(hook: BenchHook): Tap {
  return async (ctx) => {
    const verdict = await hook(ctx);
    return verdict === undefined ? ctx : { ...ctx, verdict };
  };
}

function waterfall(taps: readonly Tap[], ctx: BenchContext): Batch {
  const compiled = new AsyncSeriesWaterfallHook<[BenchContext], BenchContext>(['ctx']);
  for (const [index, tap] of taps.entries()) compiled.tapPromise(`tap-${index}`, tap);
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await compiled.promise(ctx));
  };
}
