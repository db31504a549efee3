import { parseArgs } from 'node:util';
import { InterposeError } from '@interpose/core';

/** What the command line of a replay asks for. */
export interface ReplayArguments {
  /** A file of recorded runs, as it was typed. */
  readonly recording: string;
  /** One framework, or `all` of them, to be compared. */
  readonly framework: string;
  /** A module of policies as it was typed, or `none`. */
  readonly policies: string;
  readonly isStreamed: boolean;
  /** Compare the policies in process with the same behind a guardian in another process. */
  readonly throughGuardian: boolean;
  /** At most so many rows; all of them: `Infinity`. */
  readonly limit: number;
  readonly asJson: boolean;
}

/** What `--framework` says to compare every framework. */
export const everyFramework = 'all';

/** How the command is written, for every complaint about it. */
const usage =
  'pnpm replay <rows.jsonl|rows.jsonl.gz|trajectories.json.gz> --framework <name|all> --policies <module|none> [--guardian] [--stream] [--limit n] [--json]';

const options = {
  framework: { type: 'string' },
  policies: { type: 'string' },
  guardian: { type: 'boolean' },
  stream: { type: 'boolean' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/**
 * Reads the words after `pnpm replay`.
 *
 * Throws `InterposeError` with code `arguments_invalid` or `framework_unknown`.
 *
 * @example
 * parseReplayArguments(['runs.jsonl', '--framework', 'ai-sdk', '--policies', 'none'], ['ai-sdk']);
 */
export function parseReplayArguments(
  words: readonly string[],
  frameworks: readonly string[],
): ReplayArguments {
  const { values, positionals } = readWords(words);
  const [recording, ...others] = positionals;
  if (recording === undefined) throw wrong('no file of recorded runs is given');
  if (others.length > 0) throw wrong(`one file at a time, but there is also ${others.join(', ')}`);
  if (values.framework === undefined) throw wrong('--framework is missing');
  if (values.policies === undefined || values.policies === '')
    throw wrong('--policies is missing; it takes a module or the word none');
  if (values.guardian === true && values.policies === 'none')
    throw wrong('--guardian is there, but no policies to ask about');
  if (values.framework !== everyFramework && !frameworks.includes(values.framework)) {
    throw new InterposeError(
      'framework_unknown',
      `there is no framework "${values.framework}"`,
      `choose from ${[...frameworks, everyFramework].join(', ')}`,
    );
  }
  return {
    recording,
    framework: values.framework,
    policies: values.policies,
    isStreamed: values.stream ?? false,
    throughGuardian: values.guardian ?? false,
    limit: readLimit(values.limit),
    asJson: values.json ?? false,
  };
}

type Words = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;

/** A package manager may pass the `--` on that separates its own options. */
function readWords(words: readonly string[]): Pick<Words, 'values' | 'positionals'> {
  const args = words.filter((word) => word !== '--');
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('. ');
    throw wrong(problem.replace(/\.$/, ''));
  }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return Infinity;
  const limit = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw wrong(`--limit takes a whole number from 1, not "${text}"`);
}

function wrong(problem: string): InterposeError {
  return new InterposeError('arguments_invalid', problem, `use ${usage}`);
}
