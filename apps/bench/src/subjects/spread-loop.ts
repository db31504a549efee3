import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import { REFUSAL, type BenchContext, type BenchHook } from './make-hooks.ts';

/** The floor for hooks that all replace the call: the next context is a spread of the last. */
export function spreadLoop(hooks: readonly BenchHook[], ctx: BenchContext): Batch {
  const plain = plainContext(ctx);
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(callAll(hooks, plain));
  };
}

function callAll(hooks: readonly BenchHook[], ctx: BenchContext): unknown {
  let current = ctx;
  for (const hook of hooks) {
    let answer: unknown;
    try {
      answer = hook(current);
    } catch {
      return REFUSAL;
    }
    if (answer === undefined) continue;
    const { call } = answer as Partial<Pick<BenchContext, 'call'>>;
    if (call === undefined) return answer;
    current = { ...current, call };
  }
  return current;
}

/** A context of the same content whose fields are its own, so that a spread copies them. */
function plainContext(ctx: BenchContext): BenchContext {
  const { event, call, tool, session, chatId, resumed, stepId, attempt, depth, at } = ctx;
  const { agent, host, can, mode, metadata, signal } = ctx;
  const identity = { event, session, chatId, resumed, stepId, attempt, depth, at, agent, host };
  return { ...identity, call, tool, can, mode, metadata, signal, toJSON: () => ({}) };
}
