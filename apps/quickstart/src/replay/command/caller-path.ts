import { resolve } from 'node:path';

/** A path as the person who typed it means it: pnpm runs scripts elsewhere and names their folder in `INIT_CWD`. */
export function callerPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
