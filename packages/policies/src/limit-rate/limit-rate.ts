import {
  checkOptions,
  type DecisionRecord,
  definePolicy,
  deny,
  type DenyVerdict,
  type Disposer,
  type Hooks,
  type MaybePromise,
  memoryStore,
  type OptionKind,
  type Policy,
  type PolicyHooks,
  type StateStore,
} from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

import { requireStore } from '../shared/stores/require-store.ts';
import { decideInStore } from '../shared/stores/decide-in-store.ts';
import { denyWhenLost } from '../shared/stores/deny-when-lost.ts';
import { limitKey, limitWords, whyUnknown, type LimitContext } from '../shared/stores/limit-key.ts';
import { andThen } from '../shared/values/and-then.ts';
import { SetAside } from '../shared/events/set-aside.ts';
import { checkRateOptions, type LimitRateOptions } from './limit-rate-options.ts';
import { SlidingWindow, type Admission } from './sliding-window.ts';

const OPTIONS = {
  limit: 'any',
  windowMs: 'any',
  per: 'any',
  fallback: 'any',
  on: 'list',
  tool: 'any',
  store: 'object',
  name: 'string',
  message: 'string',
} satisfies Record<keyof LimitRateOptions, OptionKind>;

/**
 * Lets at most `limit` calls, requests or messages pass in any window of time, for each session, user, tool or other
 * scope. Further ones are denied as `rate_limited`, with `retryAfterMs` in the data. Steps that did not happen, because
 * another policy denied them or they wait for a person, do not count.
 *
 * @example
 * const policy = limitRate({ limit: 5, windowMs: 60_000, per: ['user', 'tool'], tool: 'send_*' });
 * createHooks({ policies: [policy] });
 * @throws InterposeError `invalid_option`.
 */
export function limitRate(options: LimitRateOptions): Policy;
export function limitRate(options: LimitRateOptions, ...more: readonly unknown[]): Policy {
  checkOptions('limitRate', options ?? null, OPTIONS, more);
  requireStore('limitRate', options.store);
  checkRateOptions(options);
  const limiter = new RateLimiter(options);
  const events = options.on ?? (['preToolCall'] as const);
  const count = (ctx: LimitContext): MaybePromise<DenyVerdict | undefined> =>
    denyWhenLost(() => limiter.count(ctx), options.message);
  const hook = { name: 'count', run: count };
  const { tool } = options;
  const hooks: PolicyHooks = Object.fromEntries(
    events.map((event) => [
      event,
      event === 'preToolCall' && tool !== undefined ? { ...hook, tool } : hook,
    ]),
  );
  return definePolicy({
    name: 'limit-rate',
    version: '1.0.0',
    priority: 900,
    hooks,
    setup: (registry: Hooks): Disposer => limiter.watch(registry, events),
  });
}

/** The count of one step: its key in the store and its time. */
interface Counted {
  readonly key: string;
  readonly at: number;
}

class RateLimiter {
  readonly #options: LimitRateOptions;
  readonly #window: SlidingWindow;
  readonly #store: StateStore;
  readonly #prefix: string;
  readonly #counted = new SetAside<Counted>((counted) => this.#giveBack(counted));

  constructor(options: LimitRateOptions) {
    const { limit, windowMs, store = memoryStore() } = options;
    this.#options = options;
    this.#window = new SlidingWindow(limit, windowMs);
    this.#store = store;
    this.#prefix = `limit-rate:${keyPart(nameOf(options))}:`;
  }

  count(ctx: LimitContext): MaybePromise<DenyVerdict | undefined> {
    // When an approver changes the value, the hooks run again for the same step. It counts once.
    if (this.#counted.of(ctx) !== undefined) return undefined;
    const { per, fallback } = this.#options;
    const whose =
      limitKey(per, ctx) ?? (fallback === undefined ? undefined : limitKey(fallback, ctx));
    if (whose === undefined) return this.#denyUnknown(ctx);
    const key = this.#prefix + whose;
    const deciding = decideInStore(
      this.#store,
      key,
      (stored, now) => {
        const admission = this.#window.admit(stored, now);
        return [admission.passed.length === 0 ? undefined : admission.passed, admission];
      },
      this.#window.keptMs,
    );
    return andThen(deciding, (admission) => this.#settle(ctx, key, admission));
  }

  /** Gives back the counts of steps that did not happen. */
  watch(hooks: Hooks, events: NonNullable<LimitRateOptions['on']>): Disposer {
    const giveBack = (ctx: LimitContext, record?: DecisionRecord): MaybePromise<void> =>
      this.#counted.passed(ctx, record);
    const disposers = events.map((event) =>
      hooks.observe(event, giveBack, { name: 'limit-rate/give-back' }),
    );
    const dispose = (): void => disposers.forEach((each) => each());
    return Object.assign(dispose, { [Symbol.dispose]: dispose });
  }

  #settle(ctx: LimitContext, key: string, admission: Admission): DenyVerdict | undefined {
    if (admission.passes) {
      this.#counted.keep(ctx, { key, at: admission.at });
      return undefined;
    }
    const { limit, windowMs, per, message } = this.#options;
    const { retryAfterMs } = admission;
    const seconds = Math.ceil(retryAfterMs / 1000);
    return deny(
      `More than ${limit} per ${limitWords(per, ctx)} in ${windowMs / 1000} s; try again in ${seconds} s.`,
      {
        code: 'rate_limited',
        data: { limit, windowMs, retryAfterMs },
        ...(message === undefined ? {} : { message }),
      },
    );
  }

  #denyUnknown(ctx: LimitContext): DenyVerdict {
    const { per, message } = this.#options;
    return deny(`The rate is limited per ${limitWords(per)}, and ${whyUnknown(per, ctx)}.`, {
      code: 'limit_key_missing',
      ...(message === undefined ? {} : { message }),
    });
  }

  async #giveBack({ key, at }: Counted): Promise<void> {
    await this.#store.update(
      key,
      (stored) => {
        const left = this.#window.giveBack(stored, at);
        return left.length === 0 ? undefined : left;
      },
      this.#window.keptMs,
    );
  }
}

/** Returns a name made of the settings, so that equal limits in one store count together across processes. */
function nameOf({ name, limit, windowMs, per, on, tool }: LimitRateOptions): string {
  if (name !== undefined) return name;
  const events = on === undefined ? '' : on.join('+');
  return [limit, windowMs, limitWords(per), events, String(tool ?? '')].join('/');
}
