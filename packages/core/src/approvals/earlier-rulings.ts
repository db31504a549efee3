import type { ToolCall } from '../contract/values/index.ts';
import { frozenCopy, isFrozenData, isPlain } from '../context/freeze.ts';

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

/** Deeper values never count as the same, so that the comparison of a cycle ends. */
const DEEPEST = 32;

/** Whether two values are equal plain data. Other objects may change unseen, so their calls are judged again. */
function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth > DEEPEST) return false;
  if (Array.isArray(kept) !== Array.isArray(now)) return false;
  if (!Array.isArray(kept) && !(isPlain(kept) && isPlain(now))) return false;
  // Loops count the keys, because they make no lists of keys.
  let more = 0;
  for (const key in now) if (Object.hasOwn(now, key)) more++;
  for (const key in kept) {
    if (!Object.hasOwn(now, key) || !isSame(kept[key as never], now[key as never], depth + 1))
      return false;
    more--;
  }
  return more === 0;
}
