import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { InterposeError } from '@interpose/core';

import type { EvalOptions } from './evaluation.ts';
import { evaluations, type AnyEvaluation } from './evaluations.ts';

/** What was asked for. */
export interface EvalChoice {
  readonly evaluation: AnyEvaluation;
  /** Absolute path of a file or folder. */
  readonly data: string;
  readonly options: EvalOptions;
  readonly json: boolean;
}

/**
 * Reads `<name> --data <path> [--policies <module>] [--json]`; paths are relative to where the caller stands.
 *
 * Throws `InterposeError` with code `arguments_invalid`.
 */
export function parseEvalArguments(words: readonly string[]): EvalChoice {
  const { values, positionals } = readWords(words);
  const [name, ...more] = positionals;
  if (name === undefined) throw wrong('no evaluation is named');
  const evaluation = evaluations.get(name);
  if (evaluation === undefined) throw wrong(`there is no evaluation "${name}"`);
  if (more.length > 0)
    throw wrong(`one evaluation at a time, but there is also ${more.join(', ')}`);
  if (values.data === undefined || values.data === '') throw wrong('--data is missing');
  const { policies } = values;
  if (policies !== undefined && !evaluation.takesPolicies)
    throw wrong(`"${name}" has policies of its own and takes no --policies`);
  return {
    evaluation,
    data: place(values.data),
    options: policies === undefined ? {} : { policies: place(policies) },
    json: values.json ?? false,
  };
}

/** Relative to where the caller stands, not to where the command runs. */
function place(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path);
}

const options = {
  data: { type: 'string' },
  policies: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;

/** A package manager may pass the `--` on that separates its own options. */
function readWords(words: readonly string[]): Pick<Words, 'values' | 'positionals'> {
  const args = words.filter((word) => word !== '--');
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ');
    throw wrong(problem.replace(/\.$/, ''));
  }
}

function wrong(problem: string): InterposeError {
  const usage = `pnpm eval ${[...evaluations.keys()].join('|')} --data <file or folder> [--policies <module>] [--json]`;
  return new InterposeError('arguments_invalid', problem, `use ${usage}`);
}
