import type { RecordStep, Settled } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type {
  AnyVerdict,
  AskVerdict,
  DenyVerdict,
  RespondVerdict,
  RetryVerdict,
  Verb,
} from '../contract/decisions/verdict.ts';
import type { HookPlan } from '../registry/hook-plan.ts';
import type { Registration } from '../registry/registration.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { sourceOf, payloadOf, type Decider } from './context/context-state.ts';
import { emissionOf, type EventContext } from './context/event-context.ts';
import type { Ruling } from './run-gate.ts';

/** How an ask ended, for the record. */
export interface AskEnding {
  readonly by: readonly string[];
  readonly settled: Settled;
  readonly digest: string | undefined;
}

/** What a monitored hook would have done. */
export interface Would {
  readonly hook: Registration;
  verdict: AnyVerdict;
}

/** An ask that nobody has settled yet. */
export interface PendingAsk {
  readonly hook: Registration;
  readonly verdict: AskVerdict;
}

/** What the hooks of one dispatch have said so far. */
export class Tally {
  readonly slot: EventHooks;
  readonly plan: HookPlan;
  readonly ctx: EventContext;
  readonly original: unknown;
  /** The deny or respond that stopped the chain. */
  final: DenyVerdict | RespondVerdict | undefined;
  retry: RetryVerdict | undefined;
  retryBy: Registration | undefined;
  asks: PendingAsk[] | undefined;
  modifiers: Decider[] | undefined;
  /** Codes of hooks that let the step through although something was amiss. */
  notes: string[] | undefined;
  would: Would[] | undefined;
  /** Hooks whose ask was answered in an earlier round. */
  settled: Set<Registration> | undefined;

  /** How the last ask of this gate ended. */
  asked: AskEnding | undefined;
  retryExhausted = false;
  /** Rounds of approval that changed the value. */
  rounds = 0;
  /** What each hook said, only while tracing. */
  readonly steps: RecordStep[] | undefined;

  /** Runs the chain again from its start. */
  rerun: () => MaybePromise<Ruling>;

  #mayModify: boolean | undefined;

  constructor(
    slot: EventHooks,
    plan: HookPlan,
    ctx: EventContext,
    rerun: () => MaybePromise<Ruling>,
  ) {
    this.slot = slot;
    this.plan = plan;
    this.ctx = ctx;
    this.rerun = rerun;
    this.original = this.value;
    this.steps = sourceOf(ctx).registry.settings.trace ? [] : undefined;
  }

  /** True when a hook may change the slot here. */
  get mayModify(): boolean {
    return (this.#mayModify ??= this.can('modify'));
  }

  /** True when this host can carry out the verb here. */
  can(verb: Verb): boolean {
    const { definition } = this.slot;
    const { without } = emissionOf(this.ctx);
    if (without?.includes(verb) === true || !definition.verbs.includes(verb)) return false;
    return sourceOf(this.ctx).can(definition).includes(verb);
  }

  get value(): unknown {
    const { slot } = this.slot.definition;
    return slot === undefined ? undefined : payloadOf(this.ctx)[slot];
  }

  get changed(): boolean {
    return this.value !== this.original;
  }

  /** Starts the chain again with another value, as an approver's change does. */
  rerunWith(value: unknown): void {
    this.replace(value);
    this.asks = undefined;
    this.retry = undefined;
  }

  replace(value: unknown): void {
    const { slot } = this.slot.definition;
    if (slot !== undefined) payloadOf(this.ctx)[slot] = value;
  }
}
