import { DynamicStructuredTool, DynamicTool, StructuredTool, Tool } from '@langchain/core/tools';
import { asText, isDict, Surroundings } from '@interpose/adapter-kit';

import { surroundingRuns } from '../run/host-run.ts';
import { comesTo } from '../run/tool-scope.ts';
import type { NativeTool } from '../translate/native.ts';

/** The type of `_call`, the part of a tool that does the work. */
export type RunCall = NonNullable<NativeTool['_call']>;

/** Whether the tool is not of a class of LangChain, or has its own code around `_call` in place of the class's. */
export function invokesItself(tool: NativeTool): boolean {
  return partOf(tool) === undefined || isOwn(tool, 'invoke') || isOwn(tool, 'call');
}

export function partOf(tool: NativeTool): RunCall | undefined {
  const run = tool['_call'];
  return typeof run === 'function' ? (...given) => Reflect.apply(run, tool, given) : undefined;
}

/** The classes of LangChain that call tools. A second copy of LangChain has other classes with the same names. */
const CALLERS = { StructuredTool, Tool, DynamicTool, DynamicStructuredTool };
const NAMES: ReadonlySet<string> = new Set(Object.keys(CALLERS));
const PROTOTYPES: ReadonlySet<object> = new Set(
  Object.values(CALLERS).map((each): object => each.prototype),
);

/** Whether the app wrote this method, on the tool itself or in a class. */
function isOwn(tool: NativeTool, method: 'invoke' | 'call'): boolean {
  let holder: object | null = tool;
  while (holder !== null && !Object.hasOwn(holder, method))
    holder = Object.getPrototypeOf(holder) as object | null;
  if (holder === null || PROTOTYPES.has(holder)) return false;
  return holder === tool || !NAMES.has(holder.constructor.name);
}

/** One call of a tool's own `invoke`, inside the gates of that call. */
interface Around {
  readonly tool: NativeTool;
  /** Takes the result of `_call` and returns the result that the gates made of it. It exists until its first use. */
  judge?: (result: Promise<unknown>) => Promise<unknown>;
}

const invoked = new Surroundings<Around>();

/**
 * Runs a tool's own `invoke` inside the gates of its call. If `invoke` calls `_call`, the gates judge the result of
 * `_call`, before LangChain reports it to callbacks. If not, they judge the result of `invoke` itself.
 */
export async function runAround(
  tool: NativeTool,
  invoke: (input: unknown) => unknown,
  gates: (call: RunCall) => Promise<unknown>,
): Promise<unknown> {
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
      attempt.running = invoked.run({ tool, judge }, async () => invoke(input));
      attempt.running.then(resolve, reject);
    });
  };
  gates(call).then(judged.resolve, judged.reject);
  const running = await judged.promise.then(
    () => last,
    () => last,
  );
  if (running?.isJudgedInside !== true) return judged.promise;
  const [given, said] = await Promise.allSettled([judged.promise, running.running]);
  // If `invoke` returns something else than the judged result of `_call`, that passes the gates as well.
  return tellsSame(given, said) ? running.running : gates(async () => running.running);
}

type Settled = PromiseSettledResult<unknown>;

/** Whether `invoke` returned the judged result of `_call`, as it is or in a message. */
function tellsSame(given: Settled, said: Settled): boolean {
  if (given.status === 'rejected' || said.status === 'rejected')
    return given.status === said.status && whyOf(given) === whyOf(said);
  return given.value === said.value || contentsOf(given.value).includes(textIn(said.value));
}

function whyOf(settled: Settled): unknown {
  return settled.status === 'rejected' ? settled.reason : undefined;
}

/** Returns the texts that LangChain may put into a result's message: all of it, or the part before its artifact. */
function contentsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? [textIn(value), textIn(value[0])] : [textIn(value)];
}

function textIn(value: unknown): string {
  return asText(isDict(value) && 'tool_call_id' in value ? value['content'] : value);
}

/** Returns `_call` for a tool: inside of the tool's own `invoke` it belongs to that call, else it has its own gates. */
export function partInside(
  tool: NativeTool,
  own: (...given: never) => unknown,
  gated: RunCall,
): RunCall {
  return (input, runManager, config) => {
    const around = invoked.get();
    const judge = around?.tool === tool ? around.judge : undefined;
    if (around === undefined || judge === undefined || !comesTo(tool, own, input))
      return gated(input, runManager, config);
    delete around.judge;
    for (const { memory } of surroundingRuns()) memory.gated.add(runManager?.runId ?? '');
    return judge((async () => Reflect.apply(own, tool, [input, runManager, config]) as unknown)());
  };
}
