import compose from 'koa-compose';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

/** koa-compose: an onion of middlewares; each asks its hook and goes on unless that has an answer. */
export function koaCompose(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const composed = compose(hooks.map(middleware));
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await composed(ctx));
  };
}

function middleware(hook: BenchHook): compose.Middleware<BenchContext> {
  return async (ctx, next) => {
    const verdict = await hook(ctx);
    return verdict === undefined ? next() : verdict;
  };
}
