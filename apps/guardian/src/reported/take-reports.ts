import type { Recorder } from '../storing/recorder.ts';
import { writeStep } from '../decisions/step-row.ts';
import { mismatch } from '../people/agent-name.ts';
import type { AgentAccess } from '../people/agent-tokens.ts';
import { readReported, type ReportedDecision } from './reported-decision.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** A decision that is never stored, however often it is sent. */
export interface RefusedReport {
  readonly id: string;
  readonly why: string;
}

/** The result of a batch. */
export interface TakenReports {
  readonly taken: number;
  readonly refused: readonly RefusedReport[];
}

/**
 * Records the decisions of an agent like the guardian's own. Undefined if that is impossible now: the agent sends all
 * of them again, and recorded ones are recognised by their id.
 */
export async function takeReports(
  recorder: Recorder,
  { tenant, agent }: AgentAccess,
  decisions: readonly unknown[],
  retentionDays: number,
): Promise<TakenReports | undefined> {
  const before = recorder.unwritten;
  const refused: RefusedReport[] = [];
  for (const input of decisions) {
    if (recorder.isFull) return undefined;
    const read = readReported(input);
    const why = typeof read === 'string' ? read : problemOf(read, agent, retentionDays);
    if (typeof read === 'string' || why !== undefined)
      refused.push({ id: idOf(input), why: why ?? '' });
    else recorder.record(tenant, rowOf(tenant, read), '');
    if (recorder.unwritten !== before) return undefined;
  }
  await recorder.written();
  if (recorder.unwritten !== before) return undefined;
  return { taken: decisions.length - refused.length, refused };
}

function problemOf(
  { record }: ReportedDecision,
  agent: string | undefined,
  retentionDays: number,
): string | undefined {
  const problem = mismatch(record.agent, agent);
  if (problem !== undefined) return problem;
  const now = Date.now();
  if (record.at > now + DAY_MS) return 'at: lies more than a day ahead';
  // The next retention run would drop its day.
  return record.at < now - retentionDays * DAY_MS ? 'at: is older than what is kept' : undefined;
}

/** Returns the row; no id of a guardian begins with this letter. */
function rowOf(tenant: string, reported: ReportedDecision): string {
  const { id, framework, parentChatId, spend, record } = reported;
  const place = { tenant, id: `r${id}`, policies: '', source: 'reported' } as const;
  return writeStep(record, { ...place, framework, parentChatId, spend });
}

function idOf(input: unknown): string {
  const { id } = (input ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id.slice(0, 80) : '';
}
