import { readArguments } from '@interpose/adapter-kit';
import type { Dict, ToolCall } from '@interpose/core';

interface SeenCall {
  readonly input: unknown;
  readonly call: ToolCall;
}

/** One call is one value for hooks, in the approval phase and at execution: its identity tells whether it was changed. */
export class SeenCalls {
  readonly #seen = new Map<string, SeenCall>();
  readonly #copy: (args: Dict) => Dict;

  constructor(copy: (args: Dict) => Dict) {
    this.#copy = copy;
  }

  /** The call with this id, name and input; hosts reuse ids, so another input is another call. */
  callOf(id: string, name: string, input: unknown): ToolCall {
    const known = this.#seen.get(id);
    if (known !== undefined && known.input === input && known.call.name === name) return known.call;
    const call = { id, name, args: this.#copy(readArguments(input)) };
    this.#seen.set(id, { input, call });
    return call;
  }
}
