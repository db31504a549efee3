import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { callTools, say } from '@interpose/testing';
import { afterAll, expect, test } from 'vitest';

import { answerInConsole } from './answer-in-console.ts';
import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src/approve');
const program = join(import.meta.dirname, '../../guardian/src/guardian.ts');
const folder = mkdtempSync(join(tmpdir(), 'interpose-docs-approve-'));
let guardian: ChildProcess | undefined;

afterAll(async () => {
  if (guardian?.exitCode === null && guardian.kill()) await once(guardian, 'exit');
  rmSync(folder, { recursive: true });
});

/** Starts the guardian of the page and gives back what it prints before its first decision. */
async function startDemo(): Promise<string> {
  const { DATABASE_URL: _, ...env } = process.env;
  const settings = { INTERPOSE_PORT: '0', INTERPOSE_FOLDER: folder, INTERPOSE_DATA: 'none' };
  guardian = spawn(process.execPath, [program, '--demo'], {
    env: { ...env, ...settings, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const line of createInterface({ input: guardian.stdout! })) {
    printed += `${line}\n`;
    if (line.startsWith('console')) break;
  }
  guardian.stdout!.resume();
  return printed;
}

test('the guardian of the page asks somebody, and its agent goes on (update it with vitest -u)', async () => {
  const printed = await startDemo();
  const found = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? '';
  const shown = printed
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747')
    .replaceAll(found(/^token +(\S+)/m), 'l2Yv…')
    .replace(/#token=\S+/, '#token=Xw0f…')
    .replace(/[\da-f]{12}$/m, '9b1d52c07a4e');
  await expect(shown).toMatchFileSnapshot(join(sources, 'guardian.txt'));
  const url = found(/^guardian +(\S+)/m);
  const answered = answerInConsole(url, found(/#token=(\S+)/), { cents: 42_000, tool: 'refund' });
  const env = { GUARDIAN_URL: url, GUARDIAN_TOKEN: found(/^token +(\S+)/m) };
  const script = [
    callTools({ name: 'refund', args: { order: 'A-7', cents: 42_000 } }),
    say('You have your 420 euros back.'),
  ];
  const agent = await runSnippet({ file: 'approve/agent.ts', script, env });
  await answered;
  const text = agent.replace(/(big_refund.*) \S+ ms$/m, '$1 8400.0 ms');
  await expect(text).toMatchFileSnapshot(join(sources, 'agent.txt'));
});
