import { InterposeError } from '@interpose/core';
import { readRecordedRuns, type RecordedRow } from '@interpose/testing';
import { findRecording } from './find-recording.ts';

/**
 * The first rows of a file of recorded runs, wherever the file is found.
 *
 * Throws `InterposeError` with code `recording_not_found` or `recording_empty`.
 */
export async function readRows(recording: string, limit: number): Promise<readonly RecordedRow[]> {
  const path = findRecording(recording);
  const rows: RecordedRow[] = [];
  for await (const row of readRecordedRuns(path)) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  if (rows.length > 0) return rows;
  throw new InterposeError(
    'recording_empty',
    `${path} holds no row`,
    'give a file with at least one recorded run',
  );
}
