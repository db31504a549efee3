import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { verifyExport } from '@interpose/aos/audit';
import { InterposeError } from '@interpose/core';
import { printable } from '@interpose/core/log';
import type { Approval, ApprovalPage, PolicyVersion } from '@interpose/guardian-api';

import { readConfig } from '../config/read-config.ts';
import { readCommandKey } from '../people/command-key.ts';
import { askGuardian, type Call, type Run } from './ask-guardian.ts';
import { settingsCommands, SETTINGS_USAGE } from './settings-commands.ts';

const USAGE = `pnpm guardian approvals list | show <id> | approve <id> [--words <text>] | deny <id> [--words <text>] | policies list | policies rollback <digest> | audit verify <export> [--key <pem>] [--anchors <file>] | ${SETTINGS_USAGE}`;

/** Verifies an export without a guardian: with the key in the named file, else with those of the export. */
async function verifyFile({ rest, key, anchors }: Call): Promise<string> {
  const found = await verifyExport(decodeURIComponent(one(rest)), {
    ...(key === undefined ? {} : { key }),
    ...(anchors === undefined ? {} : { anchors }),
  });
  const signedBy =
    key ?? anchors ?? 'the export itself, which proves nothing of who signed: give --key';
  if (found.ok) return JSON.stringify({ ...found, signedBy });
  throw new InterposeError(
    'audit_broken',
    JSON.stringify(found),
    'compare with an earlier export or an anchor',
  );
}

const COMMANDS: Readonly<Record<string, Run>> = {
  ...settingsCommands,
  'audit verify': verifyFile,
  'policies list': async ({ send }) => {
    const { versions } = await send<{ versions: readonly PolicyVersion[] }>('GET', '/api/policies');
    return versions
      .map(({ digest, state, by, policies }) =>
        printable([digest, state, by, policies.join(', ')].join('  ')),
      )
      .join('\n');
  },
  'policies rollback': async ({ send, rest }) => {
    const { digest } = await send<{ digest: string }>('POST', '/api/policies/rollback', {
      digest: one(rest),
    });
    return `serving   ${digest}`;
  },
  'approvals list': async ({ send }) => {
    const rows = await everyWaiting(send);
    return rows.length === 0 ? 'nothing waits' : rows.map(line).join('\n');
  },
  'approvals show': async ({ send, rest }) =>
    JSON.stringify(await send('GET', `/api/approvals/${one(rest)}`), null, 2),
  'approvals approve': (call) => answer(call, 'approve'),
  'approvals deny': (call) => answer(call, 'deny'),
};

/** Whether these words are a command for a running guardian, and not a start of one. */
export function isCommand([first]: readonly string[]): boolean {
  return Object.keys(COMMANDS).some((name) => name.split(' ')[0] === first);
}

/**
 * Runs a command with the guardian of the folder, and returns the text to print.
 *
 * Throws `InterposeError` with code `arguments_invalid`, `guardian_unreachable`, or that of the guardian.
 */
export async function runCommand(words: readonly string[]): Promise<string> {
  const { values, positionals } = read(words);
  const [group = '', verb = '', ...rest] = positionals;
  const run = COMMANDS[`${group} ${verb}`];
  if (run === undefined)
    throw new InterposeError('arguments_invalid', `there is no "${group} ${verb}"`, `use ${USAGE}`);
  const send: Call['send'] = (method, path, body) =>
    askGuardian(keyOf(values.folder), method, path, body);
  const { words: said, key, anchors, kinds, format } = values;
  const { 'payload-days': payloadDays, 'decision-days': decisionDays } = values;
  const given = { words: said, key, anchors, kinds, format, payloadDays, decisionDays };
  return printableLines(await run({ rest, ...given, send }));
}

/** Reads all pages of waiting approvals. */
async function everyWaiting(send: Call['send']): Promise<readonly Approval[]> {
  const all: Approval[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: URLSearchParams = new URLSearchParams({ state: 'waiting', limit: '500', cursor });
    const { rows, next }: ApprovalPage = await send('GET', `/api/approvals?${query}`);
    all.push(...rows);
    cursor = next;
  }
  return all;
}

function keyOf(given: string | undefined): { readonly url: string; readonly key: string } {
  const { folder } = readConfig(process.env, given === undefined ? {} : { folder: given });
  return readCommandKey(resolve(process.env['INIT_CWD'] ?? '', folder));
}

interface Values {
  readonly folder?: string;
  readonly words?: string;
  readonly key?: string;
  readonly anchors?: string;
  readonly kinds?: string;
  readonly format?: string;
  readonly 'payload-days'?: string;
  readonly 'decision-days'?: string;
}

const text = { type: 'string' } as const;
const options = {
  folder: text,
  words: text,
  key: text,
  anchors: text,
  kinds: text,
  format: text,
  'payload-days': text,
  'decision-days': text,
};

function read(words: readonly string[]): {
  readonly values: Values;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({
      args: words.filter((word) => word !== '--'),
      allowPositionals: true,
      options,
    });
  } catch (error) {
    throw new InterposeError(
      'arguments_invalid',
      (error as Error).message.split('. ')[0] ?? '',
      `use ${USAGE}`,
    );
  }
}

async function answer({ send, rest, words }: Call, decision: string): Promise<string> {
  const id = one(rest);
  const { digest } = await send<Approval>('GET', `/api/approvals/${id}`);
  const said = words === undefined ? {} : { words };
  const answered = await send<Approval>('POST', `/api/approvals/${id}/answer`, {
    decision,
    digest,
    ...said,
  });
  return line(answered);
}

function one(rest: readonly string[]): string {
  const [id, ...more] = rest;
  if (id !== undefined && more.length === 0) return encodeURIComponent(id);
  throw new InterposeError('arguments_invalid', 'name one id', `use ${USAGE}`);
}

function line({ id, state, agent, tool, event, args, question, expiresAt }: Approval): string {
  const left = Math.max(0, Math.round((expiresAt - Date.now()) / 1000));
  const time = state === 'waiting' ? `${left} s left` : '';
  return printable(
    [id, state, agent, tool ?? event, JSON.stringify(args), question, time]
      .filter(Boolean)
      .join('  '),
  );
}

/** Names, questions and arguments come from agents and models: nothing in them may act on the terminal. */
function printableLines(shown: string): string {
  return shown.split('\n').map(printable).join('\n');
}
