import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of recorded data: what `INTERPOSE_DATA` names, else `../shared/data` beside the project. */
export function sharedData(): string {
  const named = process.env['INTERPOSE_DATA'];
  if (named !== undefined && named !== '') return resolve(process.env['INIT_CWD'] ?? '', named);
  return fileURLToPath(new URL('../../../../shared/data', import.meta.url));
}
