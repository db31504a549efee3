import type { MaybePromise } from '../contract/hooks/store.ts';
import type { HookList, HookPlan } from '../registry/hook-plan.ts';
import type { Registration } from '../registry/registration.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { callHook, HookFailure } from './call-hook.ts';
import type { Linked } from '../linked-list.ts';
import { isNativePromise, isThenable } from '../maybe-promise.ts';
import { sourceOf } from '../context/context-state.ts';
import type { EventContext } from '../context/event-context.ts';
import { recordStep, Tally } from '../context/tally.ts';
import type { Ruling } from '../context/ruling.ts';
import { foldAnswer, settleGate } from './fold-verdict.ts';
import { ALLOW } from '../authoring/verdicts.ts';
import { deadlineAfter, unwatch, watch, type Watched } from './hook-deadlines.ts';

/** One walk along the hooks of a gate. It starts at the first hook that returned a value or a promise. */
export class HookWalk implements Watched {
  readonly slot: EventHooks;
  readonly plan: HookPlan;
  readonly ctx: EventContext;
  deadline: number = Infinity;
  previous: Linked | undefined;
  next: Linked | undefined;
  /** The number of hooks that were asked before the tally existed. */
  hooks = 0;
  /** The tally, once a hook has said something. */
  told: Tally | undefined;
  readonly #list: HookList;
  #index = 0;
  #calledAt = 0;
  /** The number of late hooks. The later answer of such a hook is ignored. */
  #late = 0;
  #answered: ((answer: unknown) => void) | undefined;
  #failed: ((error: unknown) => void) | undefined;
  #resolve: ((ruling: MaybePromise<Ruling>) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(slot: EventHooks, plan: HookPlan, ctx: EventContext, list: HookList) {
    this.slot = slot;
    this.plan = plan;
    this.ctx = ctx;
    this.#list = list;
  }

  /** The answers of the hooks. The tally is made for the first answer. */
  get tally(): Tally {
    return this.told ?? this.#makeTally();
  }

  get aborted(): boolean {
    return sourceOf(this.ctx).aborted;
  }

  /** Goes on after the hook at this index, with its returned value. */
  proceed(index: number, returned: unknown): MaybePromise<Ruling> {
    const pending = this.#advance(index, returned);
    if (pending === undefined) return this.#settle();
    return this.#finishLater(pending);
  }

  /** Runs the whole chain from its start. */
  rerun(): MaybePromise<Ruling> {
    return this.proceed(-1, undefined);
  }

  expire(): void {
    const hook = this.#list.hooks[this.#index]!;
    const late = new Error(`${hook.label} took longer than ${hook.timeoutMs} ms`);
    this.#late++;
    this.#listen();
    this.#resume(new HookFailure(late, 'hook_timeout'));
  }

  abandon(): void {
    this.#late++;
    unwatch(this);
    this.#reject?.(sourceOf(this.ctx).abortReason);
  }

  /** Apart from the getter, because the closure would be made at every reading. */
  #makeTally(): Tally {
    this.told = new Tally(this.slot, this.plan, this.ctx, () => this.rerun());
    this.told.hooks = this.hooks;
    return this.told;
  }

  /** Calls hooks until one returns a promise, which it returns, or until the chain is done. */
  #advance(from: number, returned: unknown): PromiseLike<unknown> | undefined {
    const { hooks } = this.#list;
    const { always } = this.plan;
    let index = from;
    let value = returned;
    for (;;) {
      if (value !== undefined) {
        if (isThenable(value)) {
          this.#index = index;
          return isNativePromise(value) ? value : settlingOnce(value);
        }
        foldAnswer(this.tally, hooks[index]!, value, this.#calledAt);
        if (!always && this.told?.final !== undefined) return undefined;
      }
      index++;
      if (index >= hooks.length) return undefined;
      value = this.#call(hooks[index]!);
    }
  }

  #call(hook: Registration): unknown {
    const tally = this.told;
    if (tally === undefined) return callHook(hook, this.ctx, this);
    if (tally.final !== undefined && !hook.always) return undefined;
    if (tally.steps === undefined) return callHook(hook, this.ctx, tally);
    this.#calledAt = performance.now();
    const { hooks } = tally;
    const returned = callHook(hook, this.ctx, tally);
    if (returned === undefined && tally.hooks > hooks) this.#saidNothing(hook);
    return returned;
  }

  #saidNothing({ label }: Registration): void {
    this.told?.steps?.push(recordStep(label, ALLOW, this.#calledAt));
  }

  #settle(): MaybePromise<Ruling> {
    const { ctx } = this;
    const source = sourceOf(ctx);
    if (source.aborted) throw source.abortReason;
    return this.told === undefined ? ctx : settleGate(this.told);
  }

  /** Waits with listeners that are made once per walk: an async function with `await` costs more time and bytes. */
  #finishLater(pending: PromiseLike<unknown>): Promise<Ruling> {
    return new Promise<Ruling>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#listen();
      this.#await(pending);
    });
  }

  #await(pending: PromiseLike<unknown>): void {
    const { timeoutMs } = this.#list.hooks[this.#index]!;
    if (this.plan.timed || sourceOf(this.ctx).abortable) watch(this);
    this.deadline = timeoutMs === Infinity ? Infinity : deadlineAfter(timeoutMs);
    pending.then(this.#answered, this.#failed);
  }

  #listen(): void {
    const late = this.#late;
    // V8 puts a function that is written into a property at once into the old heap, and all that it leads to stays with it.
    const answered = (answer: unknown): void => {
      if (this.#late === late) this.#resume(answer);
    };
    const failed = (error: unknown): void => {
      if (this.#late === late) this.#resume(new HookFailure(error, 'hook_failed'));
    };
    this.#answered = answered;
    this.#failed = failed;
  }

  #resume(answer: unknown): void {
    try {
      if (this.aborted) throw sourceOf(this.ctx).abortReason;
      if (answer === undefined) this.#saidNothing(this.#list.hooks[this.#index]!);
      const pending = this.#advance(this.#index, answer);
      if (pending === undefined) this.#finish();
      else this.#await(pending);
    } catch (error) {
      unwatch(this);
      this.#reject?.(error);
    }
  }

  #finish(): void {
    unwatch(this);
    this.#resolve?.(this.#settle());
  }
}

/** Another `then` may answer twice, and its second answer would count for the next hook. */
function settlingOnce(answer: PromiseLike<unknown>): Promise<unknown> {
  return new Promise((resolve) => resolve(answer));
}
