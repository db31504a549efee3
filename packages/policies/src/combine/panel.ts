import { ask, deny } from '@interpose/core';
import type { AnyVerdict, BaseContext, Dict, MaybePromise } from '@interpose/core';
import { withFinding, type Finding } from '@interpose/core/remote';

import { canonicalText } from '../shared/values/canonical-digest.ts';
import { eventFacts, type EventFacts } from '../shared/events/event-facts.ts';
import { isThenable } from '../shared/values/is-thenable.ts';
import type { ListedHook } from './listed-hooks.ts';
import { Vote } from './vote.ts';
import { Waits } from './waits.ts';

/** How a panel turns the answers of its hooks into one. */
export interface PanelRules {
  readonly take: 'strictest' | 'unanimous';
  readonly onConflict: 'deny' | 'ask';
  readonly timeoutMs: number | undefined;
}

/** One hook of a panel, and the index of its member. */
export interface PanelHook extends ListedHook {
  readonly member: number;
}

type Answer = ({ readonly said: unknown } | { readonly error: unknown }) & {
  readonly name: string;
  readonly ms: number;
};

/** The answers of the members of one `parallel` at one step. */
export class Panel {
  readonly #rules: PanelRules;
  readonly #facts: EventFacts | undefined;
  readonly #answers: MaybePromise<Answer | undefined>[] = [];
  readonly #votes = new Map<number, Vote>();
  readonly #last = new Map<number, MaybePromise<unknown>>();
  /** The members whose votes count. A dry run does not count, nor a member whose failure is allowed (`onError`). */
  readonly #heard = new Set<number>();
  readonly #failed = new Set<number>();
  readonly #waits = new Waits();
  /** The pending answers of hooks that have no time limit of their own. */
  readonly #unlimited: PromiseLike<unknown>[] = [];
  /** All answers, once they are there; undefined for a hook left out by a condition or by its member's verdict. */
  settled: readonly (Answer | undefined)[] = [];
  #isRead = false;
  #hasConflict = false;

  constructor(rules: PanelRules, event: string) {
    this.#rules = rules;
    this.#facts = eventFacts(event);
  }

  /** Whether `agree` was called. A later run of the chain then needs a new panel. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Starts a hook. Hooks of the same member wait for each other, hooks of different members do not. */
  start(index: number, hook: PanelHook, ctx: BaseContext): void {
    const before = this.#last.get(hook.member);
    const answered = isThenable(before)
      ? before.then(() => this.#ask(hook, ctx))
      : this.#ask(hook, ctx);
    this.#answers[index] = answered;
    this.#last.set(hook.member, answered);
    if (isThenable(answered) && (hook.timeoutMs ?? this.#rules.timeoutMs) === undefined)
      this.#unlimited.push(answered);
  }

  /** Waits, however long it takes, for the hooks that have no limit of their own. */
  wait(): MaybePromise<undefined> {
    if (this.#unlimited.length === 0) return undefined;
    return Promise.all(this.#unlimited).then(() => undefined);
  }

  /** Waits until all hooks have answered or their time is over. Returns a verdict if they conflict. */
  agree(): MaybePromise<AnyVerdict | undefined> {
    this.#isRead = true;
    this.#waits.endUnlimited();
    return this.#answers.some((answer) => isThenable(answer))
      ? Promise.all(this.#answers.map(async (answer) => answer)).then((settled) =>
          this.#judge(settled),
        )
      : this.#judge(this.#answers as readonly (Answer | undefined)[]);
  }

  /** Returns the answer of the hook at this index. Called only where there is an answer. */
  answer(index: number): unknown {
    const answer = this.settled[index]!;
    const { ms } = answer;
    if ('error' in answer) {
      const { error } = answer;
      throw typeof error === 'object' && error !== null ? withFinding(error, { ms }) : error;
    }
    const { said } = answer;
    const isHidden =
      this.#hasConflict &&
      !this.#waits.isLate(said) &&
      (this.#rules.take === 'unanimous' || isChange(said, this.#facts?.slot));
    if (isHidden) return withFinding({ decision: 'allow' }, this.#findingOf(answer));
    if (typeof said === 'object' && said !== null) return withFinding(said, { ms });
    // An event without facts only tells: its hooks must keep returning nothing.
    return said === undefined && this.#facts !== undefined
      ? withFinding({ decision: 'allow' }, { ms })
      : said;
  }

  #ask(hook: PanelHook, ctx: BaseContext): MaybePromise<Answer | undefined> {
    const { name, member } = hook;
    const vote = this.#voteOf(member);
    if (vote.isFinal && hook.always !== true) return undefined;
    const startedAt = performance.now();
    const take = (said: unknown): Answer => {
      vote.take(ctx, said);
      if (hook.mode !== 'monitor') this.#heard.add(member);
      return { name, said, ms: performance.now() - startedAt };
    };
    const fail = (error: unknown): Answer => {
      if (hook.mode !== 'monitor' && hook.onError !== 'allow') {
        this.#heard.add(member);
        this.#failed.add(member);
      }
      return { name, error, ms: performance.now() - startedAt };
    };
    try {
      const said = hook.run(vote.view(ctx));
      if (!isThenable(said)) return take(said);
      return this.#waits.inTime(said, hook, this.#rules.timeoutMs).then(take, fail);
    } catch (error) {
      return fail(error);
    }
  }

  #voteOf(member: number): Vote {
    const known = this.#votes.get(member);
    if (known !== undefined) return known;
    const vote = new Vote(this.#facts);
    this.#votes.set(member, vote);
    return vote;
  }

  #judge(answers: readonly (Answer | undefined)[]): AnyVerdict | undefined {
    this.settled = answers;
    this.#hasConflict = this.#disagrees();
    if (!this.#hasConflict) return undefined;
    const reason = 'policies that judged this step at the same time do not agree';
    const told = answers.flatMap((answer) => (answer ? [[answer.name, this.#toldOf(answer)]] : []));
    const data = { found: Object.fromEntries(told) as Dict };
    return this.#rules.onConflict === 'ask'
      ? { ...ask(reason), data }
      : deny(reason, { code: 'conflict', data });
  }

  #disagrees(): boolean {
    const votes = [...this.#votes].filter(([member]) => this.#heard.has(member));
    const changes = votes.flatMap(([, { change }]) => (change === undefined ? [] : [change.value]));
    if (!areEqual(changes)) return true;
    if (this.#rules.take === 'strictest') return false;
    const found = votes.map(([member, { strength }]) => (this.#failed.has(member) ? 4 : strength));
    const changers = changes.length > 0 && changes.length < votes.length;
    const outcomes = votes.flatMap(([, { outcome }]) => (outcome ? [outcomeIn(outcome)] : []));
    return changers || new Set(found).size > 1 || !areEqual(outcomes);
  }

  #findingOf(answer: Answer): Finding {
    const { ms } = answer;
    if ('error' in answer) return { decision: 'deny', code: 'hook_failed', ms };
    const { decision = this.#verbOf(answer.said), code } = Object(answer.said) as Partial<Finding>;
    return { decision, ...(code === undefined ? {} : { code }), ms };
  }

  #verbOf(said: unknown): NonNullable<Finding['decision']> {
    if (said === undefined) return 'allow';
    return isChange(said, this.#facts?.slot) ? 'modify' : 'respond';
  }

  /** Returns an answer in a few words, since the data of a verdict must be small. */
  #toldOf(answer: Answer): string {
    const { decision, code } = this.#findingOf(answer);
    const { reason } = Object('said' in answer ? answer.said : undefined) as { reason?: unknown };
    const words = [decision, code, typeof reason === 'string' ? reason.slice(0, 100) : undefined];
    return words.filter((word) => word !== undefined).join(': ');
  }
}

function outcomeIn(said: object): unknown {
  return 'decision' in said ? (said as Dict)['outcome'] : said;
}

function isChange(said: unknown, slot: string | undefined): boolean {
  if (typeof said !== 'object' || said === null) return false;
  return 'decision' in said ? said.decision === 'modify' : slot !== undefined && slot in said;
}

function areEqual(values: readonly unknown[]): boolean {
  const [first, ...rest] = values;
  const text = rest.length === 0 ? undefined : canonicalText(first);
  return rest.every(
    (value) => value === first || (text !== undefined && canonicalText(value) === text),
  );
}
