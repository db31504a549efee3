import { AsyncLocalStorage } from 'node:async_hooks';

import type OpenAI from 'openai';

type Message = OpenAI.ChatCompletionMessageParam;
export type ToolCall = OpenAI.ChatCompletionMessageFunctionToolCall;

/**
 * The SDK does not tell a tool which call it runs. It parses the arguments as the model wrote them where a call begins,
 * and all that follows of that call runs in the same asynchronous context: by then, policies may have changed both.
 */
export class RunningCalls {
  readonly #running = new AsyncLocalStorage<ToolCall>();
  readonly #begun = new Set<ToolCall>();
  runner: { readonly messages: readonly Message[] } | undefined;

  /** Changed arguments are parsed as well; all calls of the answer have begun before. */
  begin(name: string, text: string): void {
    const answer = this.runner?.messages.findLast(({ role }) => role === 'assistant');
    const call = callsOf(answer).find(
      (each) =>
        !this.#begun.has(each) && each.function.name === name && each.function.arguments === text,
    );
    if (call === undefined) return;
    this.#begun.add(call);
    this.#running.enterWith(call);
  }

  get current(): ToolCall | undefined {
    return this.#running.getStore();
  }
}

/** The calls of functions in a message. */
export function callsOf(message: Message | undefined): readonly ToolCall[] {
  const calls = message?.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return calls.filter((call) => call.type === 'function');
}
