import {
  fatalTo,
  isDict,
  readArguments,
  resultOf,
  ToolError,
  unwatched,
  writeArguments,
  type Copy,
  type Question,
} from '@interpose/adapter-kit';
import type { Tool, ToolCall } from '@interpose/core';
import { toolCycle, type Chat, type ToolStep } from '@interpose/core/adapter';
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
 * One call, as hooks are asked about it. It is a class because an object literal would create its functions again for
 * every question.
 */
export class AskedCall implements Question {
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly native: Pick<ExecuteOptions, 'toolCallId'>;
  declare readonly approval?: 'yes' | 'no';
  declare readonly resumed?: boolean;
  readonly #seam: ToolSeam;
  readonly #input: unknown;

  constructor(seam: ToolSeam, input: unknown, options: Pick<ExecuteOptions, 'toolCallId'>) {
    const { run, name, tool } = seam;
    const { toolCallId } = options;
    this.call = run.calls.callOf(toolCallId, name, input, readArguments);
    const absent = run.remembered?.absent.has(name) === true;
    this.tool = describeTool(name, absent ? undefined : tool, run.hooks);
    this.native = options;
    const answer = run.answers.get(toolCallId);
    if (answer !== undefined) {
      this.approval = answer.approved ? 'yes' : 'no';
      this.resumed = true;
    }
    this.#seam = seam;
    this.#input = input;
  }

  args(): ToolCall['args'] {
    return readArguments(this.#input);
  }

  find(other: string): Tool {
    return toolIn(this.#seam.tools, other, this.#seam.run.hooks);
  }
}

/** One call that runs if hooks let it. `emit` gets the values that a streaming tool yields before its result. */
class RunningCall extends AskedCall implements ToolStep<unknown> {
  readonly result: Copy;
  readonly #chat: Chat;
  readonly #execution: Execution;
  readonly #emit: ((value: unknown) => void) | undefined;

  constructor(chat: Chat, execution: Execution, emit: ((value: unknown) => void) | undefined) {
    super(execution, execution.input, execution.options);
    this.result = execution.run.copy;
    this.#chat = chat;
    this.#execution = execution;
    this.#emit = chat.intercepts('onToolCallResult') ? undefined : emit;
  }

  run(call: ToolCall): unknown {
    const input = inputFor(call, this.call, this.#execution.input);
    return act(this.#chat, this.#execution, input, call.name, this.#emit);
  }
}

/**
 * Runs a tool through the hooks. `emit` gets the values that a streaming tool yields before its result.
 *
 * @throws ToolError with the text for the model; any error that the tool threw.
 */
export function runTool(
  execution: Execution,
  emit: ((value: unknown) => void) | undefined,
): Promise<unknown> {
  const { run } = execution;
  // Without an async function here, each call costs one promise less; a thrown error still rejects.
  try {
    return run.opened === undefined
      ? Promise.resolve(run.chat).then((chat) => runIn(chat, execution, emit))
      : runIn(run.opened, execution, emit);
  } catch (error) {
    return Promise.reject(error);
  }
}

function runIn(
  chat: Chat,
  execution: Execution,
  emit: ((value: unknown) => void) | undefined,
): Promise<unknown> {
  const { run, options } = execution;
  const blocked = run.remembered?.blocked.get(options.toolCallId);
  if (blocked !== undefined) throw new ToolError(blocked);
  const running = new RunningCall(chat, execution, emit);
  // The model would get an error of the tool; an error of a hook instead ends the run, at the next model call.
  return toolCycle(chat, running).then(resultOf, fatalTo(run));
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
