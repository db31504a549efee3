import { readFileSync } from 'node:fs';

import { InterposeError } from '@interpose/core';

import { configSchema, type GuardianConfig } from './config.ts';
import { oidcContradictions, oidcJson, withSecretOfFile } from './oidc-settings.ts';

type Dict = Readonly<Record<string, unknown>>;

/**
 * Reads the settings: from the file in `INTERPOSE_CONFIG`, then from variables, then from arguments, which win.
 *
 * Throws `InterposeError` with code `config_invalid` that lists every mistake at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  given: Dict,
): GuardianConfig {
  const file = env['INTERPOSE_CONFIG'];
  const mistakes: string[] = [];
  const told = {
    ...(file === undefined ? {} : readFile(file, mistakes)),
    ...readVariables(env, mistakes),
    ...given,
  };
  const settings = withSecretOfFile(told, mistakes);
  const read = configSchema.safeParse(settings);
  if (!read.success) mistakes.push(...read.error.issues.map(inWords));
  mistakes.push(...contradictions(settings));
  if (read.success && mistakes.length === 0) return read.data;
  const problem = `${mistakes.length} in the settings: ${mistakes.join(' · ')}`;
  throw new InterposeError(
    'config_invalid',
    problem,
    'mend these variables or the file of INTERPOSE_CONFIG',
  );
}

/** Returns the variable of a setting: `databaseUrl` is `INTERPOSE_DATABASE_URL`. */
export function variableOf(name: string): string {
  return `INTERPOSE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Variables that other programs use under another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  databaseUrl: 'DATABASE_URL',
  token: 'GUARDIAN_TOKEN',
  otlpEndpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT',
};

const IN_JSON: readonly string[] = ['approvals', ...oidcJson];

function readVariables(
  env: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): Dict {
  const names = Object.keys(configSchema.shape);
  const entries = names.flatMap((name) => {
    const value = env[variableOf(name)] ?? env[OTHER_NAMES[name] ?? ''];
    return value === undefined
      ? []
      : [[name, IN_JSON.includes(name) ? json(name, value, mistakes) : value]];
  });
  return Object.fromEntries(entries) as Dict;
}

function json(name: string, text: string, mistakes: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    mistakes.push(`${variableOf(name)} is no JSON`);
    return undefined;
  }
}

function readFile(path: string, mistakes: string[]): Dict {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Dict;
    mistakes.push(`INTERPOSE_CONFIG: ${path} holds no object`);
  } catch (error) {
    mistakes.push(`INTERPOSE_CONFIG: ${path} cannot be read: ${(error as Error).message}`);
  }
  return {};
}

function inWords(issue: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code: string;
}): string {
  const [name = '', ...rest] = issue.path.map(String);
  if (issue.code === 'unrecognized_keys' && name === '') return issue.message;
  return [`${name} (${variableOf(name)})`, ...rest].join('.') + `: ${issue.message}`;
}

function contradictions(settings: Dict): readonly string[] {
  const { webhookUrl, webhookSecret } = settings;
  return [
    ...oidcContradictions(settings),
    ...(webhookUrl !== undefined && webhookSecret === undefined
      ? ['webhookUrl needs webhookSecret, which signs what is sent']
      : []),
  ];
}
