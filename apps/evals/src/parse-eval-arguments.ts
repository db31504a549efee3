import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What was asked for, or what is wrong with it. */
export type EvalChoice =
  | { readonly data: string; readonly json: boolean }
  | { readonly problem: string };

const USAGE = 'usage: pnpm eval aos --data <folder> [--json]';

/** Reads `aos --data <folder> [--json]`; the folder is relative to where the caller stands. */
export function parseEvalArguments(words: readonly string[]): EvalChoice {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    if (positionals.length !== 1 || positionals[0] !== 'aos' || values.data === undefined)
      return { problem: USAGE };
    return { data: resolve(process.env['INIT_CWD'] ?? '', values.data), json: values.json };
  } catch (error) {
    return { problem: `${(error as Error).message}\n${USAGE}` };
  }
}
