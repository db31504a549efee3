import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import { decidedBy, sourceOf, payloadOf } from '../context/context-state.ts';
import type { Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import type { Dict } from '../contract/values/index.ts';
import { problemOf, REMEDY, type Ruling } from '../context/ruling.ts';

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

let sequence = 0;

/** The payload-free record of one dispatch, from the tally that made its ruling. */
export function makeRecord(tally: Tally, startedAt: number, ruling: Ruling): DecisionRecord {
  const { ctx, asked, remarks = [], steps } = tally;
  const decision = decisionOf(tally);
  const standing = ruling === ctx ? [] : [ruling as AnyVerdict];
  return build(tally, startedAt, [...standing, ...(asked?.verdicts ?? []), ...remarks], {
    id: ctx.stepId,
    decision,
    by: namesOf(tally, decision),
    changed: tally.changed,
    mode: 'enforce',
    settled: asked?.settled,
    approvedBy: asked?.approvedBy,
    digest: asked?.digest,
    steps,
  });
}

/** The record of what monitored hooks would have done. */
export function makeMonitorRecord(tally: Tally, startedAt: number): DecisionRecord {
  const { ctx, would = [], remarks = [] } = tally;
  const decision =
    STRENGTH.find((verb) => would.some(({ verdict }) => verdict.decision === verb)) ?? 'allow';
  const saying = would.filter(({ verdict }) => verdict.decision === decision);
  const deciding = decision === 'modify' ? saying : saying.slice(0, 1);
  const only = ctx.mode === 'monitor';
  return build(tally, startedAt, [...deciding.map(({ verdict }) => verdict), ...remarks], {
    id: only ? ctx.stepId : `${ctx.session.id}:${sourceOf(ctx).session.nextStep()}`,
    decision,
    by: deciding.map(({ hook }) => hook.label),
    changed: false,
    mode: 'monitor',
    steps: only ? tally.steps : undefined,
  });
}

type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };

/** What both kinds of record say, and what the verdicts say about themselves: the first that does wins. */
function build(
  tally: Tally,
  startedAt: number,
  said: readonly AnyVerdict[],
  own: Optional<Partial<DecisionRecord>>,
): DecisionRecord {
  const { ctx } = tally;
  const { event, chatId, at, agent, user, trace } = ctx;
  const { call } = payloadOf(ctx) as { readonly call?: { readonly name: string } };
  const [problem] = textsOf(said, problemOf);
  const [reason] = textsOf(said, (verdict) => verdict.reason);
  return present({
    ...own,
    event,
    seq: ++sequence,
    at,
    sessionId: ctx.session.id,
    chatId,
    agent: present({ id: agent.id, name: agent.name }),
    user: user && present({ id: user.id, organisation: user.organisation }),
    trace,
    by: Object.freeze(own.by),
    codes: Object.freeze(textsOf(said, (verdict) => verdict.code)),
    reason: reason === undefined || reason.length <= 500 ? reason : `${reason.slice(0, 499)}…`,
    data: shortened(said.find((verdict) => verdict.data !== undefined)?.data),
    problem: problem && `${problem}; ${REMEDY}`,
    tool: call?.name,
    hooks: tally.hooks,
    ms: performance.now() - startedAt,
  }) as DecisionRecord;
}

function textsOf(
  said: readonly AnyVerdict[],
  read: (verdict: AnyVerdict) => string | undefined,
): string[] {
  return said.map(read).filter((text) => text !== undefined);
}

/** A copy of what a verdict carries, as JSON would hold it; what is too long, or no JSON, is marked as cut. */
function shortened(data: Dict | undefined): Dict | undefined {
  if (data === undefined) return undefined;
  let text = '';
  try {
    text = JSON.stringify(data);
    if (text.length <= DATA_KEPT) return JSON.parse(text) as Dict;
  } catch {
    // What JSON cannot hold is marked as well.
  }
  return { cut: text.slice(0, DATA_KEPT) };
}

const DATA_KEPT = 2048;

/** Only the fields that are there, frozen. */
function present<T extends object>(fields: T): T {
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) made[key] = value;
  return Object.freeze(made) as T;
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
