import { parseArgs } from 'node:util';
import { InterposeError } from '@interpose/core';

/** Which model the quickstart talks to. */
export type ModelChoice =
  | { readonly kind: 'recorded' }
  /** The real service, billed to the key. */
  | { readonly kind: 'live'; readonly apiKey: string; readonly model: string };

const usage = 'use pnpm quickstart [--live]';

/**
 * Reads the words after `pnpm quickstart`; `--live` needs `OPENAI_API_KEY` and takes `OPENAI_MODEL`
 * and `OPENAI_BASE_URL` into account.
 *
 * Throws `InterposeError` with code `arguments_invalid` or `api_key_missing`.
 */
export function parseQuickstartArguments(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ModelChoice {
  if (!isLive(words)) return { kind: 'recorded' };
  const { OPENAI_API_KEY: apiKey = '', OPENAI_MODEL: model = 'gpt-4.1-mini' } = environment;
  if (apiKey !== '') return { kind: 'live', apiKey, model };
  throw new InterposeError(
    'api_key_missing',
    '--live talks to the real service and OPENAI_API_KEY is not set',
    'set it, or leave --live out to talk to the recorded model',
  );
}

function isLive(words: readonly string[]): boolean {
  try {
    const args = words.filter((word) => word !== '--');
    return parseArgs({ args, options: { live: { type: 'boolean' } } }).values.live ?? false;
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('. ');
    throw new InterposeError('arguments_invalid', problem, usage);
  }
}
