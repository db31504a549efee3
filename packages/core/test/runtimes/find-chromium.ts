import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser to test in: `CHROMIUM_PATH`, else `chromium` on PATH; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'chromium')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
