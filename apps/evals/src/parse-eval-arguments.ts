import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { evaluations, type AnyEvaluation } from './evaluations.ts';

/** What was asked for, or what is wrong with it. */
export type EvalChoice =
  | { readonly evaluation: AnyEvaluation; readonly data: string; readonly json: boolean }
  | { readonly problem: string };

const usage = [...evaluations]
  .map(([name, { data }]) => `usage: pnpm eval ${name} --data ${data} [--json]`)
  .join('\n');

/** Reads `<name> --data <path> [--json]`; the path is relative to where the caller stands. */
export function parseEvalArguments(words: readonly string[]): EvalChoice {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const evaluation = evaluations.get(positionals[0] ?? '');
    if (positionals.length !== 1 || evaluation === undefined || values.data === undefined)
      return { problem: usage };
    const data = resolve(process.env['INIT_CWD'] ?? '', values.data);
    return { evaluation, data, json: values.json };
  } catch (error) {
    return { problem: `${(error as Error).message}\n${usage}` };
  }
}
