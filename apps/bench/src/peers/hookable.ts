import { createHooks } from 'hookable';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

type Listener = (ctx: BenchContext) => void | Promise<void>;

/** hookable: `callHook`, which awaits each hook in turn and ignores what it returns. */
export function hookable(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const hookables = createHooks<{ preToolCall: Listener }>();
  for (const hook of hooks) hookables.hook('preToolCall', hook as Listener);
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      const answer = hookables.callHook('preToolCall', ctx) as Promise<unknown> | void;
      keep(answer instanceof Promise ? await answer : answer);
    }
  };
}
