import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT: string = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPT =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start)';

/** Milliseconds a fresh process takes to import this package by name. */
export async function importTime(specifier: string): Promise<number> {
  const words = ['--input-type=module', '--eval', SCRIPT, specifier];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: PROJECT });
  return Number(stdout);
}
