import {
  deny,
  type Context,
  type DecisionRecord,
  type DenyVerdict,
  type MaybePromise,
  type ModelRequest,
  type Usage,
} from '@interpose/core';

import { limitKey, limitWords, whyUnknown } from '../shared/stores/limit-key.ts';
import { andThen } from '../shared/values/and-then.ts';
import { SetAside } from '../shared/events/set-aside.ts';
import { Budget } from './budget.ts';
import { amountOf, costOf, knownUsage } from './cost-of.ts';
import { estimateUsage } from './estimate-usage.ts';
import type { LimitSpendOptions } from './limit-spend-options.ts';
import { priceOf, type Price } from './price-of.ts';
import type { Cost, Reserving } from './spend-ledger.ts';

/** The most that one request may cost. */
interface Estimate {
  readonly whose: string;
  readonly usage: Required<Usage>;
  readonly price: Price | undefined;
  readonly cost: Cost;
}

/** The reservation of one request. */
interface Reservation extends Estimate {
  readonly at: number;
}

const NOTHING: Cost = { tokens: 0, nano: 0 };

/** Reserves the estimate of each request and replaces it by the true cost. */
export class Spending {
  readonly #options: LimitSpendOptions;
  readonly #budget: Budget;
  readonly #byStep = new SetAside<Reservation>((reserved) => this.#correct(reserved, NOTHING));
  /** The reservations by the request that was sent, which its response carries. */
  readonly #byRequest = new WeakMap<ModelRequest, Reservation>();

  constructor(options: LimitSpendOptions) {
    this.#options = options;
    this.#budget = new Budget(options);
  }

  reserve(ctx: Context<'preRequest'>): MaybePromise<DenyVerdict | undefined> {
    // When an approver changes the value, the hooks run again for the same step, which has its reservation already.
    if (this.#byStep.of(ctx) !== undefined) return undefined;
    const { per, fallback, prices, money } = this.#options;
    const whose =
      limitKey(per, ctx) ?? (fallback === undefined ? undefined : limitKey(fallback, ctx));
    if (whose === undefined) {
      const reason = `Spending is limited per ${limitWords(per)}, and ${whyUnknown(per, ctx)}.`;
      return this.#deny('limit_key_missing', reason);
    }
    const model = ctx.request.model ?? ctx.agent.model;
    const price = prices === undefined ? undefined : priceOf(prices, model);
    if (money !== undefined && price === undefined) {
      const reason = `Money is limited, and ${model ?? 'the model'} has no price.`;
      return this.#deny('price_unknown', reason);
    }
    const usage = estimateUsage(ctx.request, this.#options);
    const estimate: Estimate = { whose, usage, price, cost: costOf(usage, price) };
    const reserving = this.#budget.reserve(whose, estimate.cost);
    return andThen(reserving, (reserved) => this.#answer(ctx, estimate, reserved));
  }

  /** Keeps the reservation under the request that is sent, or gives it back when none is sent. */
  afterGate(ctx: Context<'preRequest'>, record?: DecisionRecord): MaybePromise<void> {
    const given = this.#byStep.passed(ctx, record);
    const reservation = this.#byStep.of(ctx);
    if (reservation !== undefined) this.#byRequest.set(ctx.request, reservation);
    return given;
  }

  /** Replaces the estimate by the true cost. Numbers that the provider does not report stay estimated. */
  settle(ctx: Context<'onResponse'>): MaybePromise<void> {
    const { request, response, synthetic, agent } = ctx;
    const reservation = this.#taken(request);
    if (reservation === undefined) return undefined;
    if (synthetic) return this.#correct(reservation, NOTHING);
    const { usage, price } = reservation;
    const priced = priceOf(this.#options.prices ?? {}, request.model ?? agent.model) ?? price;
    return this.#correct(reservation, costOf(knownUsage(response.usage, usage), priced));
  }

  /** Gives the reservation back: the request cost nothing. */
  release(request: ModelRequest): MaybePromise<void> {
    const reservation = this.#taken(request);
    return reservation === undefined ? undefined : this.#correct(reservation, NOTHING);
  }

  /** Returns the reservation of a request and forgets it. */
  #taken(request: ModelRequest): Reservation | undefined {
    const reservation = this.#byRequest.get(request);
    this.#byRequest.delete(request);
    return reservation;
  }

  #correct({ whose, at, cost }: Reservation, actual: Cost): MaybePromise<void> {
    return this.#budget.adjust(whose, at, {
      tokens: actual.tokens - cost.tokens,
      nano: actual.nano - cost.nano,
    });
  }

  #answer(
    ctx: Context<'preRequest'>,
    estimate: Estimate,
    { fits, at, before }: Reserving,
  ): DenyVerdict | undefined {
    if (fits) {
      this.#byStep.keep(ctx, { ...estimate, at });
      return undefined;
    }
    const { money, tokens, per } = this.#options;
    const reason = `The budget per ${limitWords(per, ctx)} does not bear this request: ${[
      ...(tokens === undefined
        ? []
        : [sums(tokens, before.tokens, estimate.cost.tokens, ' tokens')]),
      ...(money === undefined
        ? []
        : [sums(money, amountOf(before).money, amountOf(estimate.cost).money, ' in money')]),
    ].join('; ')}.`;
    return this.#deny('spend_limited', reason, {
      limit: {
        ...(money === undefined ? {} : { money }),
        ...(tokens === undefined ? {} : { tokens }),
      },
      spent: amountOf(before),
      needed: amountOf(estimate.cost),
    });
  }

  #deny(code: string, reason: string, data?: Readonly<Record<string, unknown>>): DenyVerdict {
    const { message } = this.#options;
    return deny(reason, {
      code,
      ...(data === undefined ? {} : { data }),
      ...(message === undefined ? {} : { message }),
    });
  }
}

/** Says in words why a request exceeds a limit. */
function sums(limit: number, taken: number, needed: number, unit: string): string {
  return `the limit is ${limit}${unit}, ${taken} are spent or reserved, it may need ${needed}`;
}
