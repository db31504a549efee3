import { InterposeError } from '@interpose/core';
import { readRecordedRuns, type RecordedRow } from '@interpose/testing';

import { listDataFiles, type WantedFiles } from './list-data-files.ts';

/**
 * Every row of a file, or of the wanted files of a folder, in order.
 *
 * Throws `InterposeError` with code `data_not_found` where there is no such file, or none that holds a row: an
 * evaluation of nothing proves nothing.
 */
export async function* readRecordedRows(
  data: string,
  wanted: WantedFiles,
): AsyncGenerator<{ readonly row: RecordedRow; readonly file: string }, void> {
  let isEmpty = true;
  for (const file of listDataFiles(data, wanted)) {
    for await (const row of readRecordedRuns(file)) {
      isEmpty = false;
      yield { row, file };
    }
  }
  if (isEmpty) throw new InterposeError('data_not_found', `${data} holds no row`, wanted.source);
}
