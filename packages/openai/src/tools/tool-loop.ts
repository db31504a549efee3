import type { CallRun } from '../run/host-run.ts';
import { calledFunction } from '../translate/chat/message-to-contract.ts';
import { dictsOf, isDict, textOf, type Body } from '../translate/native.ts';
import type { RunnableTool } from './tool-facts.ts';

/** The part of a runner that the hooks use; its messages are public. */
export interface RunnerShape {
  readonly messages: readonly unknown[];
  readonly controller?: AbortController;
}

/** One tool loop that the SDK drives: its run, its tools, and the calls that are under way. */
export class ToolLoop {
  readonly run: CallRun;
  readonly tools: Map<string, RunnableTool> = new Map();
  /** The one tool whose result ends the loop. */
  readonly last: string | undefined;
  /** The number of messages that the app passed; the calls in them belong to earlier runs. */
  readonly given: number;
  /** The calls that reached their tool or were reported, as objects of the SDK. */
  readonly handled: WeakSet<object> = new WeakSet();
  runner: RunnerShape | undefined;

  constructor(run: CallRun, { tool_choice: toolChoice, messages }: Body) {
    this.run = run;
    this.given = Array.isArray(messages) ? messages.length : 0;
    const named =
      isDict(toolChoice) && isDict(toolChoice['function']) ? toolChoice['function'] : {};
    this.last = textOf(named['name']);
  }

  /** The calls of the last answer of this run, in its order. */
  get calls(): readonly Body[] {
    const answer = this.runner?.messages.findLast(
      (message, index): message is Body =>
        index >= this.given && isDict(message) && message['role'] === 'assistant',
    );
    return dictsOf(answer?.['tool_calls']);
  }

  /**
   * Returns the call that the SDK runs now, from the last answer. The SDK gives only name and arguments, but in the
   * order of the answer: it is the first such call that is not yet handled.
   */
  claim(name: string, text: string): ClaimedCall {
    const index = this.calls.findIndex((call) => {
      const called = calledFunction(call);
      return !this.handled.has(call) && called.name === name && called.input === text;
    });
    const call = this.calls[index];
    if (call !== undefined) this.handled.add(call);
    return { id: textOf(call?.['id']) ?? '', index: Math.max(index, 0), text, native: call ?? {} };
  }
}

/** A call on its way to its tool. */
export interface ClaimedCall {
  readonly id: string;
  /** 0-based place in the answer. */
  readonly index: number;
  /** The arguments as the model wrote them. */
  readonly text: string;
  readonly native: Body;
}
