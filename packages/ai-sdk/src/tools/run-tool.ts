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

/** One tool of a call, and the other tools of that call. */
export interface ToolSeam {
  readonly run: ChatRun;
  readonly name: string;
  readonly tool: AppTool | undefined;
  /** The app's own tools, by name. */
  readonly tools: AppTools;
}

/** One execution of a tool, with the arguments that the SDK gives. */
export interface Execution extends ToolSeam {
  readonly tool: AppTool;
  readonly execute: Execute;
  readonly input: unknown;
  readonly options: ExecuteOptions;
}

/** Functions that were seen to stream although their kind does not show it. */
const streaming = new WeakSet<Execute>();

/** Whether the function streams: it is an async generator, or was seen to return an async iterable. */
export function streams(execute: Execute): boolean {
  return (
    streaming.has(execute) ||
    Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
  );
}

/**
 * Runs a tool through the hooks. `emit` gets the values that a streaming tool yields before its result.
 *
 * @throws ToolError with the text for the model; any error that the tool threw.
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
    // The model would get an error of the tool; this error instead ends the run, at the next model call.
    return fatalTo(run)(error);
  }
  return resultOf(outcome);
}

/** Returns the call and its tool, in the form in which hooks are asked about them. */
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

/** Returns the input that hooks left: the SDK's own object unless they changed the arguments. */
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
  // Always a promise: so parallel tools end in the SDK's order, even if one of them is synchronous.
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
