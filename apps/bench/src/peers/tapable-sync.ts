import { SyncWaterfallHook } from 'tapable';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

type Tap = (ctx: BenchContext) => BenchContext;

/** tapable: a synchronous waterfall, compiled to one function; each tap puts its hook's answer into the value. */
export function tapableSync(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  return waterfall(hooks.map(folded), ctx);
}

/** The same with taps that are the hooks themselves: the engine inlines all of them, and nothing reads an answer. */
export function tapableSyncBare(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  return waterfall(hooks as readonly Tap[], ctx);
}

function folded(hook: BenchHook): Tap {
  return (ctx) => {
    const verdict = hook(ctx);
    return verdict === undefined ? ctx : { ...ctx, verdict };
  };
}

function waterfall(taps: readonly Tap[], ctx: BenchContext): Batch {
  const compiled = new SyncWaterfallHook<[BenchContext], BenchContext>(['ctx']);
  for (const [index, tap] of taps.entries()) compiled.tap(`tap-${index}`, tap);
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(compiled.call(ctx));
  };
}
