import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { InterposeError } from '@interpose/core';

import type { GuardianConfig } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';

/** The policies to serve, and how. */
export interface GuardianChoice {
  /** Absolute path of the module of policies. */
  readonly module: string;
  readonly port: number;
  readonly token: string;
  readonly json: boolean;
  /** True: play recorded runs first, then let a scripted agent ask for ever. */
  readonly demo: boolean;
  /** True if the token was in the arguments, where everybody on the machine can read it. */
  readonly isTokenShown: boolean;
  readonly config: GuardianConfig;
}

/**
 * Reads the words after the command; without a module the starter policies are served.
 *
 * Throws `InterposeError` with code `arguments_invalid`, or `config_invalid` for the settings.
 */
export function parseGuardianArguments(words: readonly string[]): GuardianChoice {
  const { values, positionals } = readWords(words);
  const [given, ...more] = positionals;
  if (more.length > 0) throw wrong(`one module at a time, but there is also ${more.join(', ')}`);
  const port = values.port === undefined ? {} : { port: readPort(values.port) };
  const config = readConfig(process.env, { ...port, ...present('folder', values.folder) });
  const token = values.token ?? config.token ?? randomBytes(24).toString('base64url');
  const { json, demo } = values;
  const folder = resolve(process.env['INIT_CWD'] ?? '', config.folder);
  return {
    module: modulePath(given ?? config.policies, demo ? 'demo.ts' : 'starter.ts'),
    port: config.port,
    token,
    json,
    demo,
    isTokenShown: values.token !== undefined,
    config: { ...config, folder },
  };
}

function present(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value };
}

interface Words {
  readonly values: {
    readonly port?: string;
    readonly token?: string;
    readonly folder?: string;
    readonly json: boolean;
    readonly demo: boolean;
  };
  readonly positionals: readonly string[];
}

/** Reads the words. A package manager may pass on the `--` that separates its own options. */
function readWords(words: readonly string[]): Words {
  try {
    return parseArgs({
      args: words.filter((word) => word !== '--'),
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        token: { type: 'string' },
        folder: { type: 'string' },
        json: { type: 'boolean', default: false },
        demo: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ');
    throw wrong(problem.replace(/\.$/, ''));
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw wrong(`--port takes a whole number from 0 to 65535, not "${text}"`);
}

function modulePath(given: string | undefined, own: string): string {
  if (given === undefined) return join(import.meta.dirname, '../../policies', own);
  return resolve(process.env['INIT_CWD'] ?? '', given);
}

function wrong(problem: string): InterposeError {
  const usage = 'pnpm guardian [<module>] [--port <port>] [--folder <folder>] [--json] [--demo]';
  return new InterposeError('arguments_invalid', problem, `use ${usage}`);
}
