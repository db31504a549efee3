import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { InterposeError, type AgentIdentity, type DecisionRecord, type User } from '@interpose/core';
import { readRecordedRuns, type RecordedRow, type RecordedRun } from '@interpose/testing/recorded-runs';

import { textIn } from './gen-ai-span.ts';
import { isSpanFile, readSpans } from './read-spans.ts';

/**
 * One run of a recording and where it comes from.
 *
 * @example
 * const line = ({ file, line }: RecordedSession): string => `${file}:${line}`;
 */
export interface RecordedSession {
  readonly kind: 'run';
  readonly file: string;
  /** The line in the file, starting at 1. */
  readonly line: number;
  readonly run: RecordedRun;
  /** The id of the session; runs of one session follow each other. */
  readonly sessionId: string;
  /** True if the row names its session, so that more of the session may follow. */
  readonly isNamed: boolean;
  readonly agent?: AgentIdentity;
  readonly user?: User;
  /** The decisions when it was recorded; empty if the record policy did not write the row. */
  readonly decisions: readonly DecisionRecord[];
}

/**
 * A row that cannot be read.
 *
 * @example
 * const told = ({ file, line, reason }: BadRow): string => `${file}:${line}: ${reason}`;
 */
export interface BadRow {
  readonly kind: 'unreadable';
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/**
 * Where recordings are found, and a callback for the progress.
 *
 * @example
 * const options: ReadOptions = { folder: process.cwd() };
 */
export interface ReadOptions {
  /** The folder that relative paths start from. */
  readonly folder?: string;
  /** Called after every row with the share that is read, 0 to 1, and the number of rows. */
  readonly reaches?: (share: number, rows: number) => void;
}

/**
 * Reads recordings one row at a time, in any format: the record policy, chat completions, tau-bench, agentdyn or
 * OpenTelemetry GenAI spans, with gzip or without. A folder stands for the files in it.
 *
 * @example
 * for await (const row of readRecordings(['.interpose/recordings'])) if (row.kind === 'run') console.log(row.run.tools);
 * @throws InterposeError `recording_not_found`, `recording_unreadable`, `recording_empty`.
 */
export async function* readRecordings(
  paths: readonly string[],
  { folder = process.cwd(), reaches }: ReadOptions = {},
): AsyncGenerator<RecordedSession | BadRow, void, undefined> {
  const files = paths.flatMap((path) => listFiles(resolve(folder, path)));
  const whole = files.reduce((sum, file) => sum + statSync(file).size, 0);
  let rows = 0;
  let before = 0;
  let runs = 0;
  let firstBad: BadRow | undefined;
  for (const file of files) {
    const { size } = statSync(file);
    const inFile = rows;
    for await (const row of (await isSpanFile(file)) ? readSpans(file) : readRecordedRuns(file)) {
      rows += 1;
      const told = toSession(row, relative(folder, file), rows);
      if (told.kind === 'run') runs += 1;
      else firstBad ??= told;
      // The number of rows in a file is unknown: it is estimated from the rows before.
      reaches?.((before + size * (1 - 1 / (1 + (rows - inFile) / 1000))) / (whole || 1), rows);
      yield told;
    }
    before += size;
  }
  if (runs === 0 && firstBad !== undefined) throw unreadable(paths, rows, firstBad);
  if (rows === 0)
    throw new InterposeError('recording_empty', `${paths.join(', ')} contains no run`, 'name files of recorded runs');
}

/** Returns the error if no run could be read: as with a missing file, there is no result. */
function unreadable(paths: readonly string[], rows: number, { file, line, reason }: BadRow): InterposeError {
  const all = rows === 1 ? 'one row, which cannot be read' : `${rows} rows, none of which can be read`;
  return new InterposeError(
    'recording_unreadable',
    `${paths.join(', ')} holds ${all}: ${file}:${line} ${reason}`,
    'give files as they were written',
  );
}

/** @throws InterposeError `recording_not_found`, `recording_unreadable` */
function listFiles(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(nd)?jsonl?(\.\d+)?(\.gz)?$/i.test(file))
      .toSorted((one, other) => (byAge(one) < byAge(other) ? -1 : 1))
      .map((file) => join(path, file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InterposeError(
      code === 'ENOENT' ? 'recording_not_found' : 'recording_unreadable',
      `${path}: ${message}`,
      'check the path',
    );
  }
}

/** Returns a sort key: full files are set aside as `.1`, then `.2`, so the highest number is the oldest. */
function byAge(file: string): string {
  return file.replace(/(?:\.(\d+))?(\.gz)?$/, (_, number = 0) => ` ${2e9 - number}`);
}

function toSession(row: RecordedRow, file: string, place: number): RecordedSession | BadRow {
  const { line } = row;
  if (row.kind === 'unreadable') return { kind: row.kind, file, line, reason: row.reason };
  const { session, agent, user, decisions } = row.run.metadata;
  const named = textIn(session);
  return {
    kind: 'run',
    file,
    line,
    run: row.run,
    sessionId: named || `run-${place}`,
    isNamed: !!named,
    ...(hasId(agent) ? { agent } : {}),
    ...(hasId(user) ? { user } : {}),
    decisions: Array.isArray(decisions) ? decisions.filter(isDecision) : [],
  };
}

function hasId(value: unknown): value is AgentIdentity & User {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

function isDecision(value: unknown): value is DecisionRecord {
  return hasId(value) && 'decision' in value && 'codes' in value && Array.isArray(value.codes);
}
