import type { AskVerdict, BaseContext, DenyVerdict, Dict, RetryVerdict } from '@interpose/core';

import type { EventFacts } from '../shared/events/event-facts.ts';
import {
  isReadableChange,
  isReadableOutcome,
  isReadableVerdict,
  type Answered,
} from './is-readable.ts';

/** The vote of one member of a `some` at one step. */
export class Vote {
  /** The deny. It ends the vote, and so does any outcome that skips the step. */
  deny: DenyVerdict | undefined;
  outcome: object | undefined;
  retry: RetryVerdict | undefined;
  /** What each hook asks. */
  readonly asks: Map<unknown, AskVerdict> = new Map();
  /** The slot with the changes of this member. */
  change: { readonly value: unknown } | undefined;
  readonly #facts: EventFacts | undefined;

  /** Takes the facts of the event. A custom event has none, so fewer odd answers can be detected there. */
  constructor(facts: EventFacts | undefined) {
    this.#facts = facts;
  }

  /** Whether later answers of this member no longer matter, except the deny of a hook that always runs. */
  get isFinal(): boolean {
    return this.deny !== undefined || this.outcome !== undefined;
  }

  /** How strongly the member is against the step, in the order of the contract: 0 lets it pass, 4 denies. */
  get strength(): number {
    if (this.deny !== undefined) return 4;
    if (this.outcome !== undefined) return 3;
    if (this.asks.size > 0) return 2;
    return this.retry === undefined ? 0 : 1;
  }

  /** Returns the context for the next hook of this member: with its own changes, without those of others. */
  view(ctx: BaseContext): BaseContext {
    const [slot, change] = [this.#facts?.slot, this.change];
    if (slot === undefined || change === undefined) return ctx;
    return new Proxy(ctx, {
      get: (target, key) => {
        if (key === slot) return change.value;
        if (key === 'toJSON') return (): Dict => ({ ...target.toJSON(), [slot]: change.value });
        return Reflect.get(target, key) as unknown;
      },
    });
  }

  /** Counts the answer of a hook. An unreadable answer is returned, so that the dispatcher refuses it. */
  take(ctx: BaseContext, returned: unknown, hook?: unknown): unknown {
    if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
      return returned;
    const said = returned as Dict;
    const slot = this.#facts?.slot;
    const before: unknown = slot === undefined ? undefined : Reflect.get(this.view(ctx), slot);
    const about: Answered = { facts: this.#facts, before };
    if ('decision' in said) return this.#takeDecision(said, about, hook);
    const [key, ...others] = Object.keys(said);
    if (key === undefined || others.length > 0) return returned;
    if (key === slot || (this.#facts === undefined && isPayload(ctx, key))) {
      if (!isReadableChange(said[key], about)) return returned;
      this.#takeChange(said[key]);
    } else {
      if (!isReadableOutcome(said, about)) return returned;
      this.#takeOutcome(said);
    }
    return undefined;
  }

  #takeDecision(said: Dict, about: Answered, hook: unknown): unknown {
    if (!isReadableVerdict(said, about)) return said;
    switch (said['decision']) {
      case 'deny':
        this.deny ??= said as never;
        return undefined;
      case 'ask':
        this.asks.set(hook, said as never);
        return undefined;
      case 'respond':
        this.#takeOutcome(said);
        return undefined;
      case 'retry':
        this.retry ??= said as never;
        return undefined;
      case 'modify':
        this.#takeChange(said['value']);
        return undefined;
      default:
        return said;
    }
  }

  #takeOutcome(said: Dict): void {
    if (!this.isFinal) this.outcome = said;
  }

  #takeChange(value: unknown): void {
    if (!this.isFinal) this.change = { value };
  }
}

function isPayload(ctx: BaseContext, key: string): boolean {
  return (ctx as unknown as Dict)[key] !== undefined; // no type names the payload keys of a custom event
}
