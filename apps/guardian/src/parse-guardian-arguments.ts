import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What is served, and where. */
export interface GuardianChoice {
  /** Absolute path of the module of policies. */
  readonly module: string;
  readonly port: number;
  readonly token: string;
  readonly json: boolean;
}

const USAGE = 'usage: pnpm guardian [<module>] [--port <port>] [--token <token>] [--json]';

/** Reads the words after the command; without a module the starter policies are served. */
export function parseGuardianArguments(
  words: readonly string[],
): GuardianChoice | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4747' },
        token: { type: 'string', default: process.env['GUARDIAN_TOKEN'] ?? '' },
        json: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    const [given, ...more] = positionals;
    if (more.length > 0 || !Number.isInteger(port) || port < 0 || port > 65_535)
      return { problem: USAGE };
    const token = values.token === '' ? randomBytes(24).toString('base64url') : values.token;
    return { module: modulePath(given), port, token, json: values.json };
  } catch (error) {
    return { problem: `${(error as Error).message}\n${USAGE}` };
  }
}

function modulePath(given: string | undefined): string {
  if (given === undefined) return join(import.meta.dirname, '../policies/starter.ts');
  return resolve(process.env['INIT_CWD'] ?? '', given);
}
