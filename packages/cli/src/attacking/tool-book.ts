import type { Dict } from '@interpose/core';
import type { RecordedRun } from '@interpose/testing/recorded-runs';
import { labelByName } from '@interpose/policies/rules/labelled';

const MOST_TOOLS = 5000;

/** What is known of one tool from the recordings. */
export interface KnownTool {
  readonly name: string;
  readonly isReading: boolean;
  /** The arguments of the first call that had any. */
  args: Dict;
}

/** The tools that recorded agents called, each with an example; the size is bounded. */
export class ToolBook {
  readonly #tools = new Map<string, KnownTool>();

  add({ chats }: RecordedRun): void {
    for (const { turns } of chats)
      for (const { calls } of turns)
        for (const { name, args, argumentsForm } of calls)
          this.#note(name, argumentsForm === 'object' ? (args as Dict) : {});
  }

  /** The tools in alphabetical order. */
  get tools(): readonly KnownTool[] {
    return [...this.#tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  #note(name: string, args: Dict): void {
    const known = this.#tools.get(name);
    if (known !== undefined) {
      if (Object.keys(known.args).length < Object.keys(args).length) known.args = args;
      return;
    }
    if (this.#tools.size >= MOST_TOOLS) return;
    this.#tools.set(name, { name, isReading: labelByName(name).effect === 'none', args });
  }
}
