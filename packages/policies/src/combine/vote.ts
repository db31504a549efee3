import type { AskVerdict, BaseContext, DenyVerdict, Dict, RetryVerdict } from '@interpose/core';

import type { EventFacts } from '../shared/events/event-facts.ts';
import {
  isReadableChange,
  isReadableOutcome,
  isReadableVerdict,
  type Answered,
} from './is-readable.ts';

/** What one member of a `some` has said at one step. */
export class Vote {
  /** The deny, or whatever else skips the step, that ended this member's say. */
  deny: DenyVerdict | undefined;
  outcome: object | undefined;
  retry: RetryVerdict | undefined;
  readonly asks: AskVerdict[] = [];
  /** The slot as this member would have it. */
  change: { readonly value: unknown } | undefined;
  readonly #facts: EventFacts | undefined;

  /** Without facts of the event, which is then one of the app's own, fewer answers can be told to be odd. */
  constructor(facts: EventFacts | undefined) {
    this.#facts = facts;
  }

  /** True once nothing that this member says later matters, save a deny of a hook that runs always. */
  get isFinal(): boolean {
    return this.deny !== undefined || this.outcome !== undefined;
  }

  /** How strongly it speaks against the step, by the order of the contract: 0 lets it pass. */
  get strength(): number {
    if (this.deny !== undefined) return 4;
    if (this.outcome !== undefined) return 3;
    if (this.asks.length > 0) return 2;
    return this.retry === undefined ? 0 : 1;
  }

  /** The context as this member's next hook sees it: with its own changes, without those of others. */
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

  /** Counts what a hook returned; what it cannot read is handed back, so that the dispatcher refuses it. */
  take(ctx: BaseContext, returned: unknown): unknown {
    if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
      return returned;
    const said = returned as Dict;
    const slot = this.#facts?.slot;
    const before: unknown = slot === undefined ? undefined : Reflect.get(this.view(ctx), slot);
    const about: Answered = { facts: this.#facts, before };
    if ('decision' in said) return this.#takeDecision(said, about);
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

  #takeDecision(said: Dict, about: Answered): unknown {
    if (!isReadableVerdict(said, about)) return said;
    switch (said['decision']) {
      case 'deny':
        this.deny ??= said as never;
        return undefined;
      case 'ask':
        this.asks.push(said as never);
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
  return (ctx as unknown as Dict)[key] !== undefined; // a payload's keys are in no type of a custom event
}
