import {
  fatalTo,
  isDict,
  readArguments,
  resultOf,
  ToolError,
  unwatched,
  writeArguments,
} from '@interpose/adapter-kit';
import type { ToolCall } from '@interpose/core';
import { toolCycle, type Chat, type ToolOutcome, type ToolStep } from '@interpose/core/adapter';
import {
  describeTool,
  toolIn,
  type AppTool,
  type AppTools,
  type Execute,
  type ExecuteOptions,
} from './tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import { runNested } from '../run/nesting.ts';

/** One tool of a call, and where the call's other tools are found. */
export interface ToolSeam {
  readonly run: ChatRun;
  readonly name: string;
  readonly tool: AppTool | undefined;
  /** The app's own tools, by name. */
  readonly tools: AppTools;
}

/** One execution as the SDK asks for it. */
export interface Execution extends ToolSeam {
  readonly tool: AppTool;
  readonly execute: Execute;
  readonly input: unknown;
  readonly options: ExecuteOptions;
}

/** Functions that were seen to stream their results although nothing declares it. */
const streaming = new WeakSet<Execute>();

/** True for a function that streams: declared as an async generator, or seen to return an async iterable. */
export function streams(execute: Execute): boolean {
  return (
    streaming.has(execute) ||
    Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
  );
}

/**
 * Runs a tool through its gates. `emit` takes what a streaming tool yields on the way.
 *
 * @throws ToolError with what the model is told, or what the tool threw.
 */
export async function runTool(
  execution: Execution,
  emit: ((value: unknown) => void) | undefined,
): Promise<unknown> {
  const { run, options } = execution;
  const chat = run.opened ?? (await run.chat);
  const blocked = run.noted?.blocked.get(options.toolCallId);
  if (blocked !== undefined) throw new ToolError(blocked);
  const passed = chat.intercepts('onToolCallResult') ? undefined : emit;
  const step = toolStep(execution, execution.input, options);
  let outcome: ToolOutcome<unknown>;
  try {
    outcome = await toolCycle(chat, {
      ...step,
      run: (call) =>
        act(chat, execution, inputFor(call, step.call, execution.input), call.name, passed),
      result: run.copy,
    });
  } catch (error) {
    // A tool's error would go to the model; this one ends the run, at the next model call.
    return fatalTo(run)(error);
  }
  return resultOf(outcome);
}

/** The call and its tool, as the gates are asked about them. */
export function toolStep(
  seam: ToolSeam,
  input: unknown,
  options: Pick<ExecuteOptions, 'toolCallId'>,
): Omit<ToolStep<unknown>, 'run'> {
  const { run, name, tool, tools } = seam;
  const answer = run.answers.get(options.toolCallId);
  return {
    call: run.calls.callOf(options.toolCallId, name, input, () => readArguments(input)),
    tool: describeTool(name, run.noted?.absent.has(name) === true ? undefined : tool, run.hooks),
    find: (other) => toolIn(tools, other, run.hooks),
    native: options,
    ...(answer === undefined
      ? undefined
      : { approval: answer.approved ? 'yes' : 'no', resumed: true }),
  };
}

/** The input the hooks left: the SDK's own object unless they changed the arguments. */
export function inputFor(call: ToolCall, before: ToolCall, input: unknown): unknown {
  return call.args === before.args ? input : writeArguments(call.args, input);
}

function act(
  chat: Chat,
  { tool, tools, name, execute: own, options }: Execution,
  input: unknown,
  called: string,
  emit: ((value: unknown) => void) | undefined,
): unknown {
  const target = called === name ? tool : (tools[called] ?? tool);
  const execute = called === name ? own : unwatched(target.execute);
  const returned = runNested(chat, () => execute?.call(target, input, options));
  // A promise in any case: parallel tools end in the SDK's own order, though one of them may be synchronous.
  if (!isDict(returned) || !(Symbol.asyncIterator in returned)) return Promise.resolve(returned);
  if (execute !== undefined) streaming.add(execute);
  return drain(chat, returned as object as AsyncIterable<unknown>, emit);
}

async function drain(
  chat: Chat,
  values: AsyncIterable<unknown>,
  emit: ((value: unknown) => void) | undefined,
): Promise<unknown> {
  const iterator = values[Symbol.asyncIterator]();
  let last: unknown;
  for (;;) {
    const next = await runNested(chat, () => iterator.next());
    if (next.done === true) return last;
    last = next.value;
    if (chat.signal.aborted) {
      await iterator.return?.();
      throw chat.signal.reason;
    }
    emit?.(last);
  }
}
