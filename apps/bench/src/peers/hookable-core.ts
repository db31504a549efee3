import { HookableCore } from 'hookable';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

type Listener = (ctx: BenchContext) => void | Promise<void>;

/** hookable's small class: it awaits only promises, and ignores what hooks return. */
export function hookableCore(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const core = new HookableCore<{ preToolCall: Listener }>();
  for (const hook of hooks) core.hook('preToolCall', hook as Listener);
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      const answer = core.callHook('preToolCall', ctx) as Promise<unknown> | void;
      keep(answer instanceof Promise ? await answer : answer);
    }
  };
}
