import type { ToolCall } from '../contract/values/index.ts';
import { frozenCopy, isPlain } from '../context/freeze.ts';

/** A verdict, and the call as it was when the verdict was given. */
interface Kept {
  readonly iteration: number;
  readonly name: string;
  readonly args: unknown;
  readonly verdict: unknown;
}

/** Verdicts of an approval phase, kept for the execution of exactly the same call. */
export class EarlierRulings {
  readonly #byId = new Map<string, Kept[]>();

  keep(iteration: number, { id, name, args }: ToolCall, verdict: unknown): void {
    // A copy: the host may still write to its own.
    const kept = { iteration, name, args: frozenCopy(args), verdict };
    const waiting = this.#byId.get(id);
    if (waiting === undefined) this.#byId.set(id, [kept]);
    else waiting.push(kept);
  }

  /** Takes the verdict, so that it serves one execution only. Never by the id alone: hosts reuse ids. */
  take(iteration: number, { id, name, args }: ToolCall): unknown {
    const waiting = this.#byId.get(id) ?? [];
    const place = waiting.findIndex(
      (kept) => kept.iteration === iteration && kept.name === name && isSame(kept.args, args),
    );
    return place < 0 ? undefined : waiting.splice(place, 1)[0]?.verdict;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Nothing nested deeper is taken to be the same, so that a cycle ends. */
const DEEPEST = 32;

/** True for plain data that says the same; what is not plain may change unseen, and is judged again. */
function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth === DEEPEST) return false;
  if (Array.isArray(kept) !== Array.isArray(now)) return false;
  if (!Array.isArray(kept) && !(isPlain(kept) && isPlain(now))) return false;
  const keys = Object.keys(kept);
  return (
    keys.length === Object.keys(now).length &&
    keys.every(
      (key) =>
        Object.hasOwn(now, key) && isSame((kept as Fields)[key], (now as Fields)[key], depth + 1),
    )
  );
}
