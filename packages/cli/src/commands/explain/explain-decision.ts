import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { InterposeError, type DecisionRecord } from '@interpose/core';

import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { readRecordings } from '../../recordings/read-recordings.ts';
import { table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { noteOf } from './note-of.ts';

const RECORDING = '.interpose/recordings/sessions.jsonl';

/** Reports a recorded decision: its verb, policy and reason, and the result of every hook that was traced. */
export async function explainDecision(
  given: Given,
  terminal: Terminal,
  id: string | undefined,
): Promise<ExitCode> {
  const file = given.text('recording') ?? RECORDING;
  let found: DecisionRecord | undefined;
  for (const path of filesOf(file, given.folder)) {
    found = await findIn(path, given.folder, id);
    if (found !== undefined) break;
  }
  if (found === undefined) throw notFound(file, id);
  if (!isWhole(found)) throw notWhole(file, found);
  terminal.json({ decision: found, codes: found.codes.map((code) => ({ code, ...noteOf(code) })) });
  tell(found, terminal);
  return 0;
}

/** Returns the file and the full files set aside as `.1`, `.2` and so on, the newest first. */
function filesOf(file: string, folder: string): readonly string[] {
  const older: string[] = [];
  while (existsSync(resolve(folder, `${file}.${older.length + 1}`)))
    older.push(`${file}.${older.length + 1}`);
  // A program that stopped right after it set a full file aside has not started a new one.
  const isBegun = older.length === 0 || existsSync(resolve(folder, file));
  return isBegun ? [file, ...older] : older;
}

/** Returns the decision with this id; without an id, the last decision that interfered. */
async function findIn(
  file: string,
  folder: string,
  id: string | undefined,
): Promise<DecisionRecord | undefined> {
  let found: DecisionRecord | undefined;
  for await (const row of readRecordings([file], { folder })) {
    const all = row.kind === 'run' ? row.decisions : [];
    const match = all.findLast((each) =>
      id === undefined ? each.decision !== 'allow' : each.id === id || String(each.seq) === id,
    );
    found = match ?? found;
    if (id !== undefined && match !== undefined) break;
  }
  return found;
}

function tell(record: DecisionRecord, terminal: Terminal): void {
  const { event, tool, decision, by, reason, problem, settled, steps } = record;
  terminal.say(
    `${terminal.paint('bold', decision)} at ${event}${tool === undefined ? '' : ` of ${tool}`}`,
  );
  terminal.block(
    table([
      ['when', new Date(record.at).toISOString()],
      ['session', record.sessionId],
      ['agent', record.agent.name ?? record.agent.id],
      ['by', by.join(', ') || 'nobody'],
      ...(settled === undefined ? [] : [['settled', `${settled} by ${record.approvedBy ?? '?'}`]]),
    ]),
  );
  if (reason !== undefined) terminal.block(wrap(`Reason: ${reason}`, terminal.columns, '  '));
  if (problem !== undefined) terminal.block(wrap(`Problem: ${problem}`, terminal.columns, '  '));
  for (const code of record.codes) {
    const note = noteOf(code);
    const text =
      note === undefined ? 'a code of your own policies.' : `${note.cause} ${note.remedy}`;
    terminal.block(wrap(`${code}: ${text}`, terminal.columns, '  '));
  }
  if (steps === undefined)
    return terminal.say('  Set trace: true in createHooks to record the step of every hook.');
  terminal.say('  Steps:');
  const rows = steps.map(({ hook, decision: said, code = '', ms }) => [
    hook,
    said,
    code,
    `${ms.toFixed(2)} ms`,
  ]);
  terminal.block(table(rows, '    '));
}

function notFound(file: string, id: string | undefined): InterposeError {
  return new InterposeError(
    'decision_unknown',
    id === undefined
      ? `${file} contains no decision that interfered`
      : `${file} contains no decision ${id}`,
    'name the file with --recording; only what the record policy wrote holds decisions',
  );
}

/** Whether a record has every field that is shown; someone may have written the row by hand or cut it. */
function isWhole(record: DecisionRecord): boolean {
  const { at, by, codes, steps = [], ...rest } = record as Unsure<DecisionRecord>;
  const agent = (rest.agent ?? {}) as Unsure<DecisionRecord['agent']>;
  const texts = [rest.event, rest.decision, rest.sessionId, agent.id, agent.name ?? ''];
  return (
    texts.every(isText) &&
    typeof at === 'number' &&
    !Number.isNaN(new Date(at).getTime()) &&
    [by, codes].every((list) => Array.isArray(list) && list.every(isText)) &&
    Array.isArray(steps) &&
    steps.every(isStep)
  );
}

function isStep(value: unknown): boolean {
  const { hook, decision, code = '', ms } = (value ?? {}) as Unsure<Step>;
  return [hook, decision, code].every(isText) && typeof ms === 'number';
}

type Step = NonNullable<DecisionRecord['steps']>[number];

/** A value read from a file: any field may hold anything. */
type Unsure<T> = { readonly [key in keyof T]?: unknown };

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function notWhole(file: string, { id }: DecisionRecord): InterposeError {
  return new InterposeError(
    'recording_unreadable',
    `the decision ${id} of ${file} is not as record writes one`,
    'give files as they were written',
  );
}
