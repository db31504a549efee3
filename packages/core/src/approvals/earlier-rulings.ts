import type { ToolCall } from '../contract/values/index.ts';
import { frozenCopy, isFrozenData } from '../context/freeze.ts';
import { isSame } from '../context/same-data.ts';

/** Keeps verdicts of an approval phase for the execution of exactly the same call, until the next model call. */
export class EarlierRulings {
  #iteration = -1;
  #kept: { readonly call: ToolCall; readonly verdict: unknown }[] = [];

  keep(iteration: number, call: ToolCall, verdict: unknown): void {
    if (iteration !== this.#iteration) this.#kept = [];
    this.#iteration = iteration;
    // Keeps a copy of what the host may still change.
    this.#kept.push({ call: isFrozenData(call) ? call : frozenCopy(call), verdict });
  }

  /** Returns the verdict and removes it: it counts once. It compares more than the id, since hosts reuse ids. */
  take(iteration: number, call: ToolCall): unknown {
    if (iteration !== this.#iteration) return undefined;
    const place = this.#kept.findIndex((kept) => isSame(kept.call, call));
    return place < 0 ? undefined : this.#kept.splice(place, 1)[0]?.verdict;
  }
}
