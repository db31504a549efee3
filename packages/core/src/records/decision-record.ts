import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import { decidedBy, sourceOf, payloadOf } from '../context/context-state.ts';
import type { Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import type { Dict, User } from '../contract/values/index.ts';
import { problemOf, REMEDY, type Ruling } from '../context/ruling.ts';

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

const NOTHING: readonly never[] = Object.freeze([]);

let sequence = 0;

/** The payload-free record of one dispatch, from the tally that made its ruling. */
export function makeRecord(tally: Tally, startedAt: number, ruling: Ruling): DecisionRecord {
  const { ctx, asked, remarks = NOTHING, steps } = tally;
  const decision = decisionOf(tally);
  const standing = ruling === ctx ? NOTHING : [ruling as AnyVerdict];
  return build(tally, startedAt, [...standing, ...(asked?.verdicts ?? NOTHING), ...remarks], {
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

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };
type Own = Pick<DecisionRecord, 'id' | 'decision' | 'by' | 'changed' | 'mode'> &
  Optional<Pick<DecisionRecord, 'settled' | 'approvedBy' | 'digest' | 'steps'>>;

/** What both kinds of record say; written out, since a record is made at every step that somebody observes. */
function build(
  tally: Tally,
  startedAt: number,
  said: readonly AnyVerdict[],
  own: Own,
): DecisionRecord {
  const { ctx } = tally;
  const { event, chatId, at, agent, user, trace } = ctx;
  const { call } = payloadOf(ctx) as { readonly call?: { readonly name: string } };
  const record: Writable<DecisionRecord> = {
    id: own.id,
    event,
    seq: ++sequence,
    at,
    sessionId: ctx.session.id,
    chatId,
    agent: Object.freeze(
      agent.name === undefined ? { id: agent.id } : { id: agent.id, name: agent.name },
    ),
    decision: own.decision,
    by: Object.freeze(own.by),
    codes: NOTHING,
    changed: own.changed,
    hooks: tally.hooks,
    mode: own.mode,
    ms: 0,
  };
  if (call !== undefined) record.tool = call.name;
  if (user !== undefined) record.user = seenUser(user);
  if (trace !== undefined) record.trace = trace;
  if (own.steps !== undefined) record.steps = own.steps;
  if (own.settled !== undefined) record.settled = own.settled;
  if (own.approvedBy !== undefined) record.approvedBy = own.approvedBy;
  if (own.digest !== undefined) record.digest = own.digest;
  if (said.length > 0) addWords(record, said);
  record.ms = performance.now() - startedAt;
  return Object.freeze(record);
}

function seenUser({ id, organisation }: User): Pick<User, 'id' | 'organisation'> {
  return Object.freeze(organisation === undefined ? { id } : { id, organisation });
}

/** What the verdicts say about themselves: the first that does wins. */
function addWords(record: Writable<DecisionRecord>, said: readonly AnyVerdict[]): void {
  const [problem] = textsOf(said, problemOf);
  const [reason] = textsOf(said, (verdict) => verdict.reason);
  const data = said.find((verdict) => verdict.data !== undefined)?.data;
  record.codes = Object.freeze(textsOf(said, (verdict) => verdict.code));
  if (reason !== undefined)
    record.reason = reason.length <= 500 ? reason : `${reason.slice(0, 499)}…`;
  if (data !== undefined) record.data = shortened(data);
  if (problem !== undefined) record.problem = `${problem}; ${REMEDY}`;
}

function textsOf(
  said: readonly AnyVerdict[],
  read: (verdict: AnyVerdict) => string | undefined,
): string[] {
  return said.map(read).filter((text) => text !== undefined);
}

/** A copy of what a verdict carries, as JSON would hold it; what is too long, or no JSON, is marked as cut. */
function shortened(data: Dict): Dict {
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

function decisionOf(tally: Tally): Verb {
  if (tally.final !== undefined) return tally.final.decision;
  if (tally.asked !== undefined) return 'ask';
  if (tally.retry !== undefined) return 'retry';
  return tally.changed ? 'modify' : 'allow';
}

function namesOf(tally: Tally, decision: Verb): readonly string[] {
  if (decision === 'allow') return NOTHING;
  if (decision === 'modify') return (tally.modifiers ?? []).map((hook) => hook.label);
  if (decision === 'ask') return [...(tally.asked?.by ?? [])];
  const elsewhere = tally.final === undefined ? undefined : namesBehind(tally.final);
  if (elsewhere !== undefined) return [...elsewhere];
  const decider = decision === 'retry' ? tally.retryBy : decidedBy(tally.ctx);
  return decider === undefined ? [] : [decider.label];
}
