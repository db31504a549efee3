import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import { decidedBy, originOf, payloadOf } from '../gate/context/context-state.ts';
import type { EventContext } from '../gate/context/event-context.ts';
import type { Fold } from '../gate/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import type { Ruling } from '../gate/run-gate.ts';

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

let sequence = 0;

/** The payload-free record of one dispatch, from the fold that made its ruling. */
export function makeRecord(fold: Fold, startedAt: number, ruling: Ruling): DecisionRecord {
  const { ctx } = fold;
  const decision = decisionOf(fold);
  const verdict = ruling === ctx ? undefined : (ruling as AnyVerdict);
  return Object.freeze({
    ...identity(ctx, ctx.stepId, startedAt),
    decision,
    by: Object.freeze(namesOf(fold, decision)),
    codes: Object.freeze([
      ...codeOf(verdict),
      ...(fold.retryExhausted ? ['retry_exhausted'] : []),
      ...(fold.notes ?? []),
    ]),
    ...(verdict !== undefined && 'reason' in verdict ? { reason: verdict.reason } : {}),
    changed: fold.changed,
    mode: 'enforce' as const,
    ...(fold.asked === undefined ? {} : { settled: fold.asked.settled }),
    ...(fold.asked?.digest === undefined ? {} : { digest: fold.asked.digest }),
    ...(fold.steps === undefined ? {} : { steps: fold.steps }),
  });
}

/** The record of what monitored hooks would have done. */
export function makeMonitorRecord(fold: Fold, startedAt: number): DecisionRecord {
  const { ctx, would = [] } = fold;
  const strongest =
    STRENGTH.find((verb) => would.some(({ verdict }) => verdict.decision === verb)) ?? 'allow';
  const saying = would.filter(({ verdict }) => verdict.decision === strongest);
  const deciding = strongest === 'modify' ? saying : saying.slice(0, 1);
  const only = ctx.mode === 'monitor';
  const id = only ? ctx.stepId : `${ctx.session.id}:${originOf(ctx).session.nextStep()}`;
  return Object.freeze({
    ...identity(ctx, id, startedAt),
    decision: strongest,
    by: Object.freeze(deciding.map(({ hook }) => hook.label)),
    codes: Object.freeze([
      ...deciding.flatMap((each) => codeOf(each.verdict)),
      ...(fold.notes ?? []),
    ]),
    changed: false,
    mode: 'monitor' as const,
    ...(fold.steps === undefined || !only ? {} : { steps: fold.steps }),
  });
}

function identity(
  ctx: EventContext,
  id: string,
  startedAt: number,
): Pick<DecisionRecord, 'event' | 'id' | 'seq' | 'sessionId' | 'chatId' | 'tool' | 'ms'> {
  const { call } = payloadOf(ctx) as { readonly call?: { readonly name: string } };
  return {
    event: ctx.event,
    id,
    seq: ++sequence,
    sessionId: ctx.session.id,
    chatId: ctx.chatId,
    ...(call === undefined ? {} : { tool: call.name }),
    ms: performance.now() - startedAt,
  };
}

function decisionOf(fold: Fold): Verb {
  if (fold.final !== undefined) return fold.final.decision;
  if (fold.asked !== undefined) return 'ask';
  if (fold.retry !== undefined) return 'retry';
  return fold.changed ? 'modify' : 'allow';
}

function namesOf(fold: Fold, decision: Verb): string[] {
  if (decision === 'allow') return [];
  if (decision === 'modify') return (fold.modifiers ?? []).map((hook) => hook.label);
  if (decision === 'ask') return [...(fold.asked?.by ?? [])];
  const elsewhere = fold.final === undefined ? undefined : namesBehind(fold.final);
  if (elsewhere !== undefined) return [...elsewhere];
  const decider = decision === 'retry' ? fold.retryBy : decidedBy(fold.ctx);
  return decider === undefined ? [] : [decider.label];
}

function codeOf(verdict: AnyVerdict | undefined): string[] {
  return verdict?.decision === 'deny' && verdict.code !== undefined ? [verdict.code] : [];
}
