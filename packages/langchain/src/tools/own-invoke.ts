import type { AsyncLocalStorage } from 'node:async_hooks';

import { surroundingRuns } from '../run/host-run.ts';
import { makeStorage } from '../run/storage.ts';
import type { NativeTool } from '../translate/native.ts';

type RunCall = NonNullable<NativeTool['_call']>;

/** True for a tool that is no class of LangChain, and for one that writes itself what the class does around `_call`. */
export function invokesItself(tool: NativeTool): boolean {
  return partOf(tool) === undefined || tool['invoke'] !== invokeOfLangChain(tool);
}

/** The part of a tool that does the work. */
export function partOf(tool: NativeTool): RunCall | undefined {
  const run = tool['_call'];
  return typeof run === 'function' ? (...given) => Reflect.apply(run, tool, given) : undefined;
}

/** What the class has that knows how to call tools; another copy of LangChain has another. */
function invokeOfLangChain(tool: NativeTool): unknown {
  let base: object | null = null;
  let above = Object.getPrototypeOf(tool) as object | null;
  for (; above !== null; above = Object.getPrototypeOf(above) as object | null)
    if (Object.hasOwn(above, 'call') && Object.hasOwn(above, 'invoke')) base = above;
  return base === null ? undefined : Reflect.get(base, 'invoke');
}

/** One call of a tool's own `invoke`, inside the gates of that call. */
interface Around {
  readonly tool: NativeTool;
  /** Hands over the result of the part that works, and gives what the gates made of it; once. */
  judge?: (result: Promise<unknown>) => Promise<unknown>;
}

let storage: AsyncLocalStorage<Around> | undefined;

/**
 * Runs a tool's own `invoke` inside the gates of its call. Where that comes to the part which works, the gates judge what
 * the part gives, before LangChain tells its callbacks; where it never does, they judge what `invoke` itself gives.
 */
export async function runAround(
  tool: NativeTool,
  invoke: (input: unknown) => unknown,
  gates: (call: RunCall) => Promise<unknown>,
): Promise<unknown> {
  storage ??= makeStorage();
  let last: { running?: Promise<unknown>; isJudgedInside: boolean } | undefined;
  const judged = Promise.withResolvers<unknown>();
  const call: RunCall = (input) => {
    const attempt: typeof last = { isJudgedInside: false };
    last = attempt;
    return new Promise((resolve, reject) => {
      const judge: Around['judge'] = (result) => {
        attempt.isJudgedInside = true;
        result.then(resolve, reject);
        return judged.promise;
      };
      attempt.running = storage!.run({ tool, judge }, async () => invoke(input));
      attempt.running.then(resolve, reject);
    });
  };
  gates(call).then(judged.resolve, judged.reject);
  const outcome = await judged.promise.catch((error: unknown) => {
    if (last?.isJudgedInside !== true) throw error;
  });
  return last?.isJudgedInside === true ? last.running : outcome;
}

/** The part of a tool: within its own `invoke` judged as that call, by itself with gates of its own. */
export function partInside(tool: NativeTool, own: RunCall, gated: RunCall): RunCall {
  return (input, runManager, config) => {
    const around = storage?.getStore();
    const judge = around?.tool === tool ? around.judge : undefined;
    if (around === undefined || judge === undefined) return gated(input, runManager, config);
    delete around.judge;
    for (const { notes } of surroundingRuns()) notes.gated.add(runManager?.runId ?? '');
    return judge((async () => own(input, runManager, config))());
  };
}
