import { ask, deny, type BaseContext, type MaybePromise } from '@interpose/core';

import { canonicalText } from '../shared/values/canonical-digest.ts';
import { eventFacts, type EventFacts } from '../shared/events/event-facts.ts';
import { isThenable } from '../shared/values/is-thenable.ts';
import type { ListedHook } from './listed-hooks.ts';
import { Vote } from './vote.ts';

/** How the answers of a panel become one. */
export interface PanelRules {
  readonly take: 'strictest' | 'unanimous';
  readonly onConflict: 'deny' | 'ask';
  readonly timeoutMs: number | undefined;
}

/** One hook of a panel, and which of the members it belongs to. */
export interface PanelHook extends ListedHook {
  readonly member: number;
}

type Answer = { readonly said: unknown } | { readonly error: unknown };

/** What the members of one `parallel` found at one step. */
export class Panel {
  readonly #rules: PanelRules;
  readonly #facts: EventFacts | undefined;
  readonly #answers: MaybePromise<Answer>[] = [];
  readonly #votes = new Map<number, Vote>();
  readonly #last = new Map<number, MaybePromise<unknown>>();
  /** The members that have a say: a dry run has none, nor has one that fails where it may. */
  readonly #heard = new Set<number>();
  readonly #failed = new Set<number>();
  /** What was said in place of a hook that was late: a deny that no vote takes back. */
  readonly #late = new Set<unknown>();
  #settled: MaybePromise<readonly Answer[]> | undefined;
  #hasConflict: boolean | undefined;

  constructor(rules: PanelRules, event: string) {
    this.#rules = rules;
    this.#facts = eventFacts(event);
  }

  /** True once somebody wanted an answer. */
  get isRead(): boolean {
    return this.#settled !== undefined;
  }

  /** Starts a hook; those of one member wait for each other, those of others do not. */
  start(index: number, hook: PanelHook, ctx: BaseContext): void {
    const before = this.#last.get(hook.member);
    const answered = isThenable(before)
      ? before.then(() => this.#ask(hook, ctx))
      : this.#ask(hook, ctx);
    this.#answers[index] = answered;
    this.#last.set(hook.member, answered);
  }

  /** What the hook at this index says once all have answered; nothing where it was not started. */
  answer(index: number): unknown {
    if (!(index in this.#answers)) return undefined;
    this.#settled ??= allOf(this.#answers);
    return isThenable(this.#settled)
      ? this.#settled.then((answers) => this.#say(index, answers))
      : this.#say(index, this.#settled);
  }

  #ask(hook: PanelHook, ctx: BaseContext): MaybePromise<Answer> {
    const vote = this.#voteOf(hook.member);
    if (vote.isFinal && hook.always !== true) return NOTHING;
    const take = (said: unknown): Answer => {
      vote.take(ctx, said);
      if (hook.mode !== 'monitor') this.#heard.add(hook.member);
      return { said };
    };
    const fail = (error: unknown): Answer => {
      if (hook.mode !== 'monitor' && hook.onError !== 'allow') {
        this.#heard.add(hook.member);
        this.#failed.add(hook.member);
      }
      return { error };
    };
    try {
      const said = hook.run(vote.view(ctx));
      if (!isThenable(said)) return take(said);
      return inTime(said, hook, this.#rules.timeoutMs, this.#late).then(take, fail);
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

  #say(index: number, answers: readonly Answer[]): unknown {
    const answer = answers[index]!;
    if ('error' in answer) throw answer.error;
    this.#hasConflict ??= this.#disagrees();
    if (!this.#hasConflict || this.#late.has(answer.said)) return answer.said;
    const speaker = answers.findIndex((each) => 'said' in each && !this.#late.has(each.said));
    if (speaker === index) return this.#conflict();
    return this.#rules.take === 'unanimous' || isChange(answer.said, this.#facts?.slot)
      ? undefined
      : answer.said;
  }

  #disagrees(): boolean {
    const votes = [...this.#votes].filter(([member]) => this.#heard.has(member));
    const changes = votes.flatMap(([, { change }]) => (change === undefined ? [] : [change.value]));
    if (!areEqual(changes)) return true;
    if (this.#rules.take === 'strictest') return false;
    const found = votes.map(([member, { strength }]) => (this.#failed.has(member) ? 4 : strength));
    const changers = changes.length > 0 && changes.length < votes.length;
    return changers || new Set(found).size > 1;
  }

  #conflict(): unknown {
    const reason = 'policies that judged this step at the same time do not agree';
    return this.#rules.onConflict === 'ask' ? ask(reason) : deny(reason, { code: 'conflict' });
  }
}

const NOTHING: Answer = { said: undefined };

function allOf(answers: readonly MaybePromise<Answer>[]): MaybePromise<readonly Answer[]> {
  return answers.some((answer) => isThenable(answer))
    ? Promise.all(answers.map(async (answer) => answer))
    : (answers as readonly Answer[]);
}

/** The answer, or a deny once the time that is given to the hook is over. */
function inTime(
  answer: PromiseLike<unknown>,
  hook: ListedHook,
  givenMs: number | undefined,
  late: Set<unknown>,
): Promise<unknown> {
  const limitMs = Math.min(hook.timeoutMs ?? Infinity, givenMs ?? Infinity);
  if (limitMs === Infinity) return Promise.resolve(answer);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const said = deny(`${hook.name} took longer than ${limitMs} ms`, { code: 'hook_timeout' });
      late.add(said);
      resolve(said);
    }, limitMs);
    void Promise.resolve(answer)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
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
