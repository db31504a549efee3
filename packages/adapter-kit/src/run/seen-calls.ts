import type { Dict, ToolCall } from '@interpose/core';

interface SeenCall {
  readonly written: unknown;
  readonly call: ToolCall;
}

/**
 * Keeps one object for each call, in the approval phase and at execution: its identity shows whether it was changed.
 *
 * @example
 * const calls = new SeenCalls((args) => args);
 * const input = { cents: 100 };
 * const call = calls.callOf('call_1', 'pay', input, () => input);
 * calls.callOf('call_1', 'pay', input, () => input) === call; // => true
 */
export class SeenCalls {
  readonly #seen = new Map<string, SeenCall>();
  readonly #copy: (args: Dict) => Dict;

  constructor(copy: (args: Dict) => Dict) {
    this.#copy = copy;
  }

  /** Returns the call with this id, name and arguments. Hosts reuse ids, so other arguments are another call. */
  callOf<W>(id: string, name: string, written: W, read: (written: W) => Dict): ToolCall {
    const known = this.#seen.get(id);
    if (known !== undefined && known.written === written && known.call.name === name)
      return known.call;
    const call = { id, name, args: this.#copy(read(written)) };
    this.#seen.set(id, { written, call });
    return call;
  }
}
