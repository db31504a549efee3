import { canariesIn } from './canary-text.ts';
import type { FuzzAnswer } from './fuzz-target.ts';

/** What a run must not do, and did. */
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

/** What the hooks said in one run, held against what the host did. */
export class Ledger {
  readonly breaches: Breach[] = [];
  readonly requests: unknown[] = [];
  readonly toolRuns: string[] = [];
  /** Texts that nobody may reach any more, with the verdict that says so. */
  readonly withheld: Map<string, string> = new Map();
  /** True where hooks write down every call that passed. */
  auditsTools = false;
  /** True where hooks write down every request that passed. */
  auditsRequests = false;
  readonly #granted = new Map<string, number>();
  readonly #refused = new Set<string>();
  readonly #keptFromModel = new Set<string>();
  readonly #left = new Set<string>();
  /** The chats whose requests hooks let pass, in their order, until the model answers. */
  readonly #asking: string[] = [];
  readonly #answers = new Map<string | undefined, FuzzAnswer>();
  #answer: FuzzAnswer | undefined;
  #requests = 0;
  #keptOnce: readonly string[] = [];
  #leaving: { readonly of: object; readonly canaries: readonly string[] } | undefined;

  /** Hooks let this call pass, as it is now. */
  grant(args: unknown): void {
    const key = keyOf(args);
    this.#granted.set(key, (this.#granted.get(key) ?? 0) + 1);
  }

  /** Hooks stopped this call, before or after they let it pass. */
  refuse(args: unknown, wasGranted = false): void {
    const key = keyOf(args);
    this.#refused.add(key);
    if (wasGranted) this.#granted.set(key, (this.#granted.get(key) ?? 0) - 1);
  }

  /** A tool ran; without a grant of its own that is a breach. */
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

  /** Hooks let one request of this chat pass; `kept` must not be in it. */
  grantRequest(chatId: string, kept: readonly string[]): void {
    this.#asking.push(chatId);
    this.#requests += 1;
    this.#keptOnce = kept;
  }

  /** Hooks stopped a request that they had let pass. */
  refuseRequest(): void {
    this.#asking.pop();
    this.#requests -= 1;
  }

  /** No request may hold these from now on. */
  keepFromModel(canaries: readonly string[]): void {
    for (const canary of canaries) this.#keptFromModel.add(canary);
  }

  /** A request reached the model. */
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

  /** The model answers: whoever was let pass first is answered first. */
  answered(answer: FuzzAnswer): FuzzAnswer {
    this.#answers.set(this.#asking.shift(), answer);
    return (this.#answer = answer);
  }

  /** A piece of a stream is judged, with what its channel said before: earlier pieces have left. */
  delta(dispatch: object, text: string): void {
    if (this.#leaving?.of === dispatch) return;
    for (const canary of this.#leaving?.canaries ?? []) this.#left.add(canary);
    this.#leaving = { of: dispatch, canaries: canariesIn(text) };
  }

  /** The canaries of the answer of this chat that no reader of its stream has yet. */
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

  /** The same came again from another attempt, and this time hooks let it pass. */
  release(canaries: readonly string[]): void {
    for (const canary of canaries) this.withheld.delete(canary);
  }

  breach(invariant: Breach['invariant'], found: string): void {
    this.breaches.push({ invariant, found });
  }
}

/** A canary without its number: two failures of one cause say the same. */
export function kindOf(canary: string): string {
  return canary.replace(/-\d+-END$/, '').replace('CANARY-', '');
}

function wholeOf(answer: FuzzAnswer | undefined): string {
  const calls = (answer?.calls ?? []).map(({ input }) => input);
  return [answer?.thought.join(''), answer?.text.join(''), ...calls].join(' ');
}

/** The same call has the same arguments; every call of a script has a canary of its own. */
function keyOf(args: unknown): string {
  return canariesIn(args)[0] ?? 'no canary';
}
