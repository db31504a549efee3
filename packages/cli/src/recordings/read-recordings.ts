import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { InterposeError, type AgentIdentity, type DecisionRecord, type User } from '@interpose/core';
import { readRecordedRuns, type RecordedRow, type RecordedRun } from '@interpose/testing/recorded-runs';

import { isSpanFile, readSpans } from './read-spans.ts';

/**
 * One run of a recording with what is known of it.
 *
 * @example
 * const line = ({ file, line }: RecordedSession): string => `${file}:${line}`;
 */
export interface RecordedSession {
  readonly kind: 'run';
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly run: RecordedRun;
  /** Runs of one session follow each other under one id. */
  readonly sessionId: string;
  /** True where the row names its session, so that more of it may follow. */
  readonly isNamed: boolean;
  readonly agent?: AgentIdentity;
  readonly user?: User;
  /** What was decided when it was recorded; empty for what the record policy did not write. */
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
 * Where recordings are looked for and who is told how far the reading is.
 *
 * @example
 * const options: ReadOptions = { folder: process.cwd() };
 */
export interface ReadOptions {
  /** Relative paths begin here. */
  readonly folder?: string;
  /** Told after every row how much is read, 0 to 1, and how many rows. */
  readonly reaches?: (share: number, rows: number) => void;
}

/**
 * Reads recordings one row at a time, whatever wrote them: the record policy, chat completions, tau-bench, agentdyn or
 * OpenTelemetry GenAI spans, packed with gzip or not. A folder stands for the files in it.
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
  const sizes = files.map((file) => statSync(file).size);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let rows = 0;
  let before = 0;
  let runs = 0;
  let firstBad: BadRow | undefined;
  for (const [index, file] of files.entries()) {
    const inFile = rows;
    for await (const row of (await isSpanFile(file)) ? readSpans(file) : readRecordedRuns(file)) {
      rows += 1;
      if (row.kind === 'run') runs += 1;
      else firstBad ??= toBadRow(row, relative(folder, file));
      // How many rows a file will have is not known: what one row takes is guessed from those before it.
      reaches?.(whole === 0 ? 1 : (before + guess(sizes[index] ?? 0, rows - inFile)) / whole, rows);
      yield toSession(row, relative(folder, file), rows);
    }
    before += sizes[index] ?? 0;
  }
  if (runs === 0 && firstBad !== undefined) throw unreadable(paths, rows, firstBad);
  if (rows === 0)
    throw new InterposeError('recording_empty', `${paths.join(', ')} contains no run`, 'name files of recorded runs');
}

/** Nothing was done, as with a file that is not there: what becomes of no run at all is no result. */
function unreadable(paths: readonly string[], rows: number, { file, line, reason }: BadRow): InterposeError {
  const all = rows === 1 ? 'one row, which cannot be read' : `${rows} rows, none of which can be read`;
  return new InterposeError(
    'recording_unreadable',
    `${paths.join(', ')} holds ${all}: ${file}:${line} ${reason}`,
    'give files as they were written',
  );
}

function guess(size: number, rows: number): number {
  return size * (1 - 1 / (1 + rows / 1000));
}

/** @throws InterposeError `recording_not_found`, `recording_unreadable` */
function listFiles(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(nd)?jsonl?(\.gz)?$/.test(file))
      .toSorted()
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

function toSession(row: RecordedRow, file: string, place: number): RecordedSession | BadRow {
  const { line } = row;
  if (row.kind === 'unreadable') return toBadRow(row, file);
  const { session, agent, user, decisions } = row.run.metadata;
  const isNamed = typeof session === 'string' && session !== '';
  return {
    kind: 'run',
    file,
    line,
    run: row.run,
    sessionId: isNamed ? session : `run-${place}`,
    isNamed,
    ...(hasId(agent) ? { agent } : {}),
    ...(hasId(user) ? { user } : {}),
    decisions: Array.isArray(decisions) ? decisions.filter(isDecision) : [],
  };
}

function toBadRow({ line, reason }: Extract<RecordedRow, { kind: 'unreadable' }>, file: string): BadRow {
  return { kind: 'unreadable', file, line, reason };
}

function hasId(value: unknown): value is AgentIdentity & User {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

function isDecision(value: unknown): value is DecisionRecord {
  return hasId(value) && 'decision' in value && 'codes' in value && Array.isArray(value.codes);
}
