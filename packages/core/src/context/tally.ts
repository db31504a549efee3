import type { Finding } from '../authoring/with-finding.ts';
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
import { type Decider, emissionOf, payloadOf, sourceOf } from './context-state.ts';
import type { EventContext } from './event-context.ts';
import type { Ruling } from './ruling.ts';
import type { ToolCall } from '../contract/values/index.ts';

/** The end of an ask, for the record. */
export interface AskEnding {
  readonly by: readonly string[];
  readonly settled: Settled;
  readonly digest: string | undefined;
  readonly verdicts: readonly AskVerdict[];
  readonly approvedBy?: string | undefined;
}

/** The verdict that a monitored hook would have had. */
export interface Would {
  readonly hook: Registration;
  verdict: AnyVerdict;
}

/** An ask that is not settled yet. */
export interface PendingAsk {
  readonly hook: Registration;
  readonly verdict: AskVerdict;
}

/** Everything that the hooks of one dispatch have said so far. */
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
  /** The allows and changes that gave a reason or a code but are not the verdict that stands. */
  remarks: AnyVerdict[] | undefined;
  would: Would[] | undefined;
  /** The hooks whose asks were answered in an earlier round. */
  settled: Set<Registration> | undefined;

  /** The end of the last ask of this gate. */
  asked: AskEnding | undefined;
  /** The number of hooks that were asked. */
  hooks = 0;
  /** The number of approval rounds that changed the value. */
  rounds = 0;
  /** What each hook said, kept only with `trace: true`. */
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

  /** Whether a hook may change the slot here. */
  get mayModify(): boolean {
    return (this.#mayModify ??= this.can('modify'));
  }

  /** Whether this host can carry out the verb here. */
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

  /** Starts the chain again with another value, such as an approver's change. */
  rerunWith(value: unknown): void {
    this.replace(value);
    this.asks = undefined;
    this.retry = undefined;
    this.remarks = undefined;
    this.hooks = 0;
  }

  replace(value: unknown): void {
    const { slot } = this.slot.definition;
    if (slot !== undefined) payloadOf(this.ctx)[slot] = value;
  }
}

/** Law 12 in LAWS.md: returns the deny for a value that makes another call out of this one. */
export function reroute(tally: Tally, value: unknown): DenyVerdict | undefined {
  if (tally.slot.definition.slot !== 'call') return undefined;
  const [before, after] = [tally.value as ToolCall, value as ToolCall];
  if (after.id !== before.id) {
    return {
      decision: 'deny',
      code: 'call_id_changed',
      reason: 'A policy changed the id of a tool call.',
    };
  }
  if (after.name !== before.name && !sourceOf(tally.ctx).registry.settings.allowRename) {
    return {
      decision: 'deny',
      code: 'rename_denied',
      reason: 'A policy changed the name of a tool call.',
    };
  }
  return undefined;
}

/** Returns one hook's step, kept only with `trace: true`. */
export function recordStep(
  hook: string,
  verdict: AnyVerdict,
  startedAt: number,
  found?: Finding,
): RecordStep {
  const { decision, code } = found?.decision === undefined ? verdict : found;
  const ms = found?.ms ?? performance.now() - startedAt;
  return { hook, decision: decision!, ...(code === undefined ? {} : { code }), ms };
}
