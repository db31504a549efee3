import type { ToolCall } from '../contract/values/index.ts';
import { canonicalJson } from './digest.ts';

/** Verdicts of an approval phase, kept for the execution of exactly the same call. */
export class EarlierRulings {
  readonly #verdicts = new Map<string, unknown[]>();

  keep(iteration: number, call: ToolCall, verdict: unknown): void {
    const key = keyOf(iteration, call);
    if (key === undefined) return;
    const waiting = this.#verdicts.get(key);
    if (waiting === undefined) this.#verdicts.set(key, [verdict]);
    else waiting.push(verdict);
  }

  /** Takes the verdict, so that it serves one execution only. */
  take(iteration: number, call: ToolCall): unknown {
    const key = keyOf(iteration, call);
    return key === undefined ? undefined : this.#verdicts.get(key)?.shift();
  }
}

/** Never the id alone: hosts reuse ids. A call that is not plain data is judged again. */
function keyOf(iteration: number, { id, name, args }: ToolCall): string | undefined {
  const canonical = canonicalJson(args);
  return canonical === undefined
    ? undefined
    : `${iteration}:${JSON.stringify([id, name])}:${canonical}`;
}
