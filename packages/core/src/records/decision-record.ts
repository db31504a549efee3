import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import { decidedBy, sourceOf, payloadOf } from '../context/context-state.ts';
import type { AskEnding, Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import type { Dict } from '../contract/values/index.ts';
import { deepFreeze } from '../context/freeze.ts';
import { toldProblemOf, type Ruling } from '../context/ruling.ts';

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

const NOTHING: readonly never[] = Object.freeze([]);

let sequence = 0;

/** Makes the record of one dispatch, without its payload, from the tally behind its ruling. */
export function makeRecord(tally: Tally, startedAt: number, ruling: Ruling): DecisionRecord {
  const { ctx, asked, remarks = NOTHING, steps } = tally;
  const decision = decisionOf(tally);
  const standing = ruling === ctx ? NOTHING : [ruling as AnyVerdict];
  const said = [...standing, ...(asked?.verdicts ?? NOTHING), ...remarks];
  const by = namesOf(tally, decision);
  const always = { id: ctx.stepId, decision, by, changed: tally.changed, mode: 'enforce' } as const;
  return build(tally, startedAt, said, always, steps, asked);
}

/** Makes the record of the verdicts that monitored hooks would have had. */
export function makeMonitorRecord(tally: Tally, startedAt: number): DecisionRecord {
  const { ctx, would = [], remarks = [] } = tally;
  const decision =
    STRENGTH.find((verb) => would.some(({ verdict }) => verdict.decision === verb)) ?? 'allow';
  const saying = would.filter(({ verdict }) => verdict.decision === decision);
  const deciding = decision === 'modify' ? saying : saying.slice(0, 1);
  const only = ctx.mode === 'monitor';
  const said = [...deciding.map(({ verdict }) => verdict), ...remarks];
  const id = only ? ctx.stepId : `${ctx.session.id}:${sourceOf(ctx).session.nextStep()}`;
  const by = deciding.map(({ hook }) => hook.label);
  const always = { id, decision, by, changed: false, mode: 'monitor' } as const;
  return build(tally, startedAt, said, always, only ? tally.steps : undefined);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Seen = NonNullable<DecisionRecord['user']>;
type Always = 'id' | 'decision' | 'by' | 'changed' | 'mode';

/** Makes both kinds of records, key by key for speed: every observed step makes one. */
function build(
  tally: Tally,
  startedAt: number,
  said: readonly AnyVerdict[],
  always: Pick<DecisionRecord, Always>,
  steps: DecisionRecord['steps'],
  asked?: AskEnding,
): DecisionRecord {
  const { ctx } = tally;
  const { event, chatId, at, agent, user, trace } = ctx;
  const { call } = payloadOf(ctx) as { readonly call?: { readonly name: string } };
  const record: Writable<DecisionRecord> = {
    ...always,
    event,
    seq: ++sequence,
    at,
    sessionId: ctx.session.id,
    chatId,
    agent: addPresent<DecisionRecord['agent']>({ id: agent.id }, { name: agent.name }),
    codes: NOTHING,
    hooks: tally.hooks,
    ms: performance.now() - startedAt,
  };
  Object.freeze(record.by);
  if (said.length > 0) addWords(record, said);
  if (steps !== undefined) record.steps = deepFreeze(steps);
  if (trace !== undefined) record.trace = trace;
  if (call !== undefined) record.tool = call.name;
  if (user !== undefined)
    record.user = addPresent<Seen>({ id: user.id }, { organisation: user.organisation });
  return addPresent(
    record,
    asked && { settled: asked.settled, approvedBy: asked.approvedBy, digest: asked.digest },
  );
}

/** Adds the fields that are set, and freezes the record. */
function addPresent<T extends object>(
  record: T,
  fields: { readonly [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  for (const key in fields) if (fields[key] !== undefined) record[key] = fields[key];
  return Object.freeze(record);
}

/** Adds the explanations of the verdicts. For each field, the first verdict with a value wins. */
function addWords(record: Writable<DecisionRecord>, said: readonly AnyVerdict[]): void {
  const [problem] = textsOf(said, toldProblemOf);
  const [reason] = textsOf(said, (verdict) => verdict.reason);
  const data = said.find((verdict) => verdict.data !== undefined)?.data;
  record.codes = Object.freeze(textsOf(said, (verdict) => verdict.code));
  if (reason !== undefined)
    record.reason = reason.length <= 500 ? reason : `${reason.slice(0, 499)}…`;
  if (data !== undefined) record.data = deepFreeze(shortened(data));
  if (problem !== undefined) record.problem = problem;
}

function textsOf(
  said: readonly AnyVerdict[],
  read: (verdict: AnyVerdict) => string | undefined,
): string[] {
  return said.map(read).filter((text) => text !== undefined);
}

/** Copies the data of a verdict as JSON. Data that is too long, or not JSON, is marked as cut. */
function shortened(data: Dict): Dict {
  let text = '';
  try {
    text = JSON.stringify(data);
    if (text.length <= DATA_KEPT) return JSON.parse(text) as Dict;
  } catch {
    // Data that JSON cannot hold is marked too.
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
