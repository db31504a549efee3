import Emittery from 'emittery';

import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import type { BenchContext, BenchHook } from '../subjects/make-hooks.ts';

/** emittery: `emitSerial`, which awaits each listener in turn and ignores what it returns. */
export function emittery(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const emitter = new Emittery<{ preToolCall: BenchContext }>();
  for (const hook of hooks)
    emitter.on('preToolCall', ({ data }) => hook(data) as void | Promise<void>);
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await emitter.emitSerial('preToolCall', ctx));
  };
}
