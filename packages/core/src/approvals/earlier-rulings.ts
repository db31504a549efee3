import type { ToolCall } from '../contract/values/index.ts';
import { frozenCopy, isPlain } from '../context/freeze.ts';

/** Verdicts of an approval phase, kept for the execution of exactly the same call, until the next model call. */
export class EarlierRulings {
  #iteration = -1;
  #kept: { readonly call: ToolCall; readonly verdict: unknown }[] = [];

  keep(iteration: number, call: ToolCall, verdict: unknown): void {
    if (iteration !== this.#iteration) this.#kept = [];
    this.#iteration = iteration;
    // A copy: the host may still write to its own.
    this.#kept.push({ call: frozenCopy(call), verdict });
  }

  /** Takes the verdict, so that it serves one execution only. Never by the id alone: hosts reuse ids. */
  take(iteration: number, call: ToolCall): unknown {
    if (iteration !== this.#iteration) return undefined;
    const place = this.#kept.findIndex((kept) => isSame(kept.call, call));
    return place < 0 ? undefined : this.#kept.splice(place, 1)[0]?.verdict;
  }
}

/** Nothing nested deeper is taken to be the same, so that a cycle ends. */
const DEEPEST = 32;

/** True for plain data that says the same; what is not plain may change unseen, and is judged again. */
function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth > DEEPEST) return false;
  if (Array.isArray(kept) !== Array.isArray(now)) return false;
  if (!Array.isArray(kept) && !(isPlain(kept) && isPlain(now))) return false;
  // Counted with loops, which make no lists of keys.
  let more = 0;
  for (const key in now) if (Object.hasOwn(now, key)) more++;
  for (const key in kept) {
    if (!Object.hasOwn(now, key) || !isSame(kept[key as never], now[key as never], depth + 1))
      return false;
    more--;
  }
  return more === 0;
}
