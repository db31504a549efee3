import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser to test in: `CHROMIUM_PATH`, else `chromium` on PATH. CI takes no answer but a browser. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, 'chromium')).find(isExecutable);
  if (found !== undefined) return found;
  const remedy = 'install Chromium, or set CHROMIUM_PATH';
  if (process.env['CI'] === 'true') throw new Error(`there is no Chromium to test in; ${remedy}`);
  console.warn(`skipped: there is no Chromium to test the console in; ${remedy}`);
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
