import { canariesIn } from './canary-text.ts';
import type { FuzzAnswer } from './fuzz-target.ts';

/** A forbidden action of a run. */
export interface Breach {
  readonly invariant:
    | 'withheld'
    | 'denied tool'
    | 'unasked tool'
    | 'unasked request'
    | 'denied message'
    | 'unasked message'
    | 'endings'
    | 'transparent'
    | 'hangs'
    | 'unhandled';
  readonly found: string;
}

/** The verdicts of the hooks in one run, compared with what the host did. */
export class Ledger {
  readonly breaches: Breach[] = [];
  readonly requests: unknown[] = [];
  readonly toolRuns: string[] = [];
  /** Texts that nobody may reach any more, with the verdict that withheld them. */
  readonly withheld: Map<string, string> = new Map();
  /** True if hooks record every call that passed. */
  auditsTools = false;
  /** True if hooks record every request that passed. */
  auditsRequests = false;
  readonly #granted = new Map<string, number>();
  readonly #refused = new Set<string>();
  readonly #keptFromModel = new Set<string>();
  readonly #left = new Set<string>();
  /** The chats whose requests passed and wait for an answer, in order. */
  readonly #asking: string[] = [];
  readonly #answers = new Map<string | undefined, FuzzAnswer>();
  #answer: FuzzAnswer | undefined;
  #requests = 0;
  #keptOnce: readonly string[] = [];
  #leaving: { readonly of: object; readonly canaries: readonly string[] } | undefined;

  /** Records that hooks let this call pass with these arguments. */
  grant(args: unknown): void {
    const key = keyOf(args);
    this.#granted.set(key, (this.#granted.get(key) ?? 0) + 1);
  }

  /** Records that hooks stopped this call, before or after they let it pass. */
  refuse(args: unknown, wasGranted = false): void {
    const key = keyOf(args);
    this.#refused.add(key);
    if (wasGranted) this.#granted.set(key, (this.#granted.get(key) ?? 0) - 1);
  }

  /** Records that a tool ran; without its own grant this is a breach. */
  ran(name: string, args: unknown): void {
    this.toolRuns.push(`${name} ${canariesIn(args).join(' ')}`);
    if (!this.auditsTools) return;
    const key = keyOf(args);
    const grants = this.#granted.get(key) ?? 0;
    if (grants > 0) this.#granted.set(key, grants - 1);
    else if (this.#refused.has(key))
      this.breach('denied tool', 'a tool ran although it was denied');
    else this.breach('unasked tool', 'a tool ran and nobody was asked');
  }

  /** Records that hooks let one request of this chat pass; `kept` must not be in it. */
  grantRequest(chatId: string, kept: readonly string[]): void {
    this.#asking.push(chatId);
    this.#requests += 1;
    this.#keptOnce = kept;
  }

  /** Records that hooks stopped a request that they had let pass. */
  refuseRequest(): void {
    this.#asking.pop();
    this.#requests -= 1;
  }

  /** Records that no later request may hold these canaries. */
  keepFromModel(canaries: readonly string[]): void {
    for (const canary of canaries) this.#keptFromModel.add(canary);
  }

  /** Records that a request reached the model. */
  requested(request: unknown): void {
    this.requests.push(request);
    const held = new Set(canariesIn(request));
    const given = [...this.#keptFromModel, ...this.#keptOnce].find((each) => held.has(each));
    if (given !== undefined) this.breach('withheld', `${kindOf(given)} reached the model`);
    const [late] = [...this.withheld].filter(([each]) => held.has(each));
    if (late !== undefined)
      this.breach('withheld', `${kindOf(late[0])} after ${late[1]} reached the model`);
    if (!this.auditsRequests) return;
    if (this.#requests > 0) this.#requests -= 1;
    else this.breach('unasked request', 'the model was asked and no hook let it pass');
  }

  /** Records the model's answer, which belongs to the request that passed first. */
  answered(answer: FuzzAnswer): FuzzAnswer {
    this.#answers.set(this.#asking.shift(), answer);
    return (this.#answer = answer);
  }

  /** Records that a piece of a stream is judged with the earlier text of its channel, which has already left. */
  delta(dispatch: object, text: string): void {
    if (this.#leaving?.of === dispatch) return;
    for (const canary of this.#leaving?.canaries ?? []) this.#left.add(canary);
    this.#leaving = { of: dispatch, canaries: canariesIn(text) };
  }

  /** Returns the canaries in the answer of this chat that no reader of its stream has yet. */
  notYetLeft(chatId: string): readonly string[] {
    this.#leaving = undefined;
    return canariesIn(wholeOf(this.#answers.get(chatId) ?? this.#answer)).filter(
      (each) => !this.#left.has(each),
    );
  }

  withhold(canaries: readonly string[], verdict: string): void {
    for (const canary of canaries)
      if (!this.withheld.has(canary)) this.withheld.set(canary, verdict);
  }

  /** Releases canaries that came again in another attempt, which hooks let pass. */
  release(canaries: readonly string[]): void {
    for (const canary of canaries) this.withheld.delete(canary);
  }

  breach(invariant: Breach['invariant'], found: string): void {
    this.breaches.push({ invariant, found });
  }
}

/** Returns a canary without its number, so that failures with one cause read the same. */
export function kindOf(canary: string): string {
  return canary.replace(/-\d+-END$/, '').replace('CANARY-', '');
}

function wholeOf(answer: FuzzAnswer | undefined): string {
  const calls = (answer?.calls ?? []).map(({ input }) => input);
  return [answer?.thought.join(''), answer?.text.join(''), ...calls].join(' ');
}

/** Returns a key for a call by its arguments: every call of a script has its own canary. */
function keyOf(args: unknown): string {
  return canariesIn(args)[0] ?? 'no canary';
}
