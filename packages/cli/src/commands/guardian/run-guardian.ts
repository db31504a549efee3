import { askGuardian, unreachable } from '../../guardian/ask-guardian.ts';
import { findGuardian, givenAddress } from '../../guardian/find-guardian.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { table } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Starts a guardian, or sends a command to one. */
export async function runGuardian(given: Given, terminal: Terminal): Promise<ExitCode> {
  const [action, subject] = given.words;
  switch (action) {
    case 'start': {
      given.takeOnly(action, 'port', 'host');
      const { servePolicies } = await import('./serve-policies.ts');
      return servePolicies(given, terminal, subject);
    }
    case 'status':
    case 'policies':
      given.takeOnly(action, 'folder', 'url');
      if (subject !== undefined)
        throw usageError(`${action} takes no further word, and got ${subject}`, 'leave it out');
      return action === 'status' ? status(given, terminal) : policies(given, terminal);
    case 'rollback':
      given.takeOnly(action, 'folder', 'url');
      return rollback(given, terminal, subject);
    default:
      throw usageError(`there is no action ${action}`, 'use start, status, policies or rollback');
  }
}

/** Prints what `GET /health` returns, which needs no key. */
async function status(given: Given, terminal: Terminal): Promise<ExitCode> {
  const url = givenAddress(given) ?? findGuardian(given).url;
  const health = await askHealth(url);
  terminal.json({ url, ...health });
  const rows = Object.entries(health).map(([name, value]) => [name, textOf(value)]);
  terminal.block(table([['url', url], ...rows]));
  return health['status'] === 'serving' ? 0 : 1;
}

async function askHealth(url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const response = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(10_000) });
    return (await response.json()) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

interface Version {
  readonly digest: string;
  readonly state: string;
  readonly by: string;
  readonly policies: readonly string[];
}

async function policies(given: Given, terminal: Terminal): Promise<ExitCode> {
  const path = '/api/policies';
  const { versions } = await askGuardian<{ readonly versions: readonly Version[] }>(
    findGuardian(given),
    'GET',
    path,
  );
  terminal.json({ versions });
  for (const { digest, state, by, policies: names } of versions) {
    terminal.say(`${terminal.paint('bold', digest)}  ${state}  by ${by}`);
    terminal.say(`  ${names.join(', ')}`);
  }
  return 0;
}

async function rollback(
  given: Given,
  terminal: Terminal,
  digest: string | undefined,
): Promise<ExitCode> {
  if (digest === undefined)
    throw usageError('rollback to what', 'name a digest of interpose guardian policies');
  const guardian = findGuardian(given);
  const body = { digest };
  const served = await askGuardian<{ readonly digest: string }>(
    guardian,
    'POST',
    '/api/policies/rollback',
    body,
  );
  terminal.json({ digest: served.digest });
  terminal.say(`serving  ${served.digest}`);
  return 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
