import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import { readAnswer } from './read-answer.ts';
import { REFUSAL, type BenchContext, type BenchHook } from './make-hooks.ts';

interface Entry {
  readonly call: BenchHook;
  readonly disposed: boolean;
}

interface Run {
  readonly aborted: boolean;
}

/**
 * The floor for synchronous hooks, with the checks that the contract asks for: nothing runs after an
 * abort, disposed hooks are skipped, a throw closes, an answer is read before it stands.
 */
export function bareLoop(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const entries = hooks.map((call): Entry => ({ call, disposed: false }));
  const run: Run = { aborted: false };
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(callAll(entries, ctx, run));
  };
}

function callAll(entries: readonly Entry[], ctx: BenchContext, run: Run): unknown {
  if (run.aborted) return REFUSAL;
  for (const entry of entries) {
    if (entry.disposed) continue;
    let answer: unknown;
    try {
      answer = entry.call(ctx);
    } catch {
      return REFUSAL;
    }
    if (answer !== undefined) return readAnswer(answer);
  }
  return run.aborted ? REFUSAL : ctx;
}
