import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import { decidedBy, sourceOf, payloadOf } from '../context/context-state.ts';
import type { EventContext } from '../context/event-context.ts';
import type { Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import type { Ruling } from '../context/ruling.ts';

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

let sequence = 0;

/** The payload-free record of one dispatch, from the tally that made its ruling. */
export function makeRecord(tally: Tally, startedAt: number, ruling: Ruling): DecisionRecord {
  const { ctx } = tally;
  const decision = decisionOf(tally);
  const verdict = ruling === ctx ? undefined : (ruling as AnyVerdict);
  return Object.freeze({
    ...identity(ctx, ctx.stepId, startedAt),
    decision,
    by: Object.freeze(namesOf(tally, decision)),
    codes: Object.freeze([
      ...codeOf(verdict),
      ...(tally.retryExhausted ? ['retry_exhausted'] : []),
      ...(tally.notes ?? []),
    ]),
    ...(verdict !== undefined && 'reason' in verdict ? { reason: verdict.reason } : {}),
    changed: tally.changed,
    mode: 'enforce' as const,
    ...(tally.asked === undefined ? {} : { settled: tally.asked.settled }),
    ...(tally.asked?.digest === undefined ? {} : { digest: tally.asked.digest }),
    ...(tally.steps === undefined ? {} : { steps: tally.steps }),
  });
}

/** The record of what monitored hooks would have done. */
export function makeMonitorRecord(tally: Tally, startedAt: number): DecisionRecord {
  const { ctx, would = [] } = tally;
  const strongest =
    STRENGTH.find((verb) => would.some(({ verdict }) => verdict.decision === verb)) ?? 'allow';
  const saying = would.filter(({ verdict }) => verdict.decision === strongest);
  const deciding = strongest === 'modify' ? saying : saying.slice(0, 1);
  const only = ctx.mode === 'monitor';
  const id = only ? ctx.stepId : `${ctx.session.id}:${sourceOf(ctx).session.nextStep()}`;
  return Object.freeze({
    ...identity(ctx, id, startedAt),
    decision: strongest,
    by: Object.freeze(deciding.map(({ hook }) => hook.label)),
    codes: Object.freeze([
      ...deciding.flatMap((each) => codeOf(each.verdict)),
      ...(tally.notes ?? []),
    ]),
    changed: false,
    mode: 'monitor' as const,
    ...(tally.steps === undefined || !only ? {} : { steps: tally.steps }),
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

function decisionOf(tally: Tally): Verb {
  if (tally.final !== undefined) return tally.final.decision;
  if (tally.asked !== undefined) return 'ask';
  if (tally.retry !== undefined) return 'retry';
  return tally.changed ? 'modify' : 'allow';
}

function namesOf(tally: Tally, decision: Verb): string[] {
  if (decision === 'allow') return [];
  if (decision === 'modify') return (tally.modifiers ?? []).map((hook) => hook.label);
  if (decision === 'ask') return [...(tally.asked?.by ?? [])];
  const elsewhere = tally.final === undefined ? undefined : namesBehind(tally.final);
  if (elsewhere !== undefined) return [...elsewhere];
  const decider = decision === 'retry' ? tally.retryBy : decidedBy(tally.ctx);
  return decider === undefined ? [] : [decider.label];
}

function codeOf(verdict: AnyVerdict | undefined): string[] {
  return verdict?.decision === 'deny' && verdict.code !== undefined ? [verdict.code] : [];
}
