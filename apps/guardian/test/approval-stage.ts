import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Approval } from '@interpose/guardian-api';

import { freshDatabase } from './fresh-database.ts';
import { eventually, signIn, type SignedIn } from './sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from './start-guardian.ts';

export const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-approvals-'));
export const module = join(folder, 'shop.mjs');
writeFileSync(
  module,
  `export default { name: 'shop', hooks: { preToolCall: [
  { name: 'never', run: ({ call }) => (call.args.cents > 10000 ? { decision: 'deny', reason: 'far too much', code: 'never' } : undefined) },
  { name: 'big', run: ({ call }) => (call.args.cents > 100 ? { decision: 'ask', reason: 'a big refund' } : undefined) },
] } };`,
);
const approvals = JSON.stringify([
  { tool: 'wire', quorum: 2 },
  { tool: 'short', expiresMs: 1000 },
  { tool: 'urgent', escalateAfterMs: 300 },
  { tool: 'vault', role: 'admin' },
]);

/** What a stage of two guardians over one database holds. */
export interface Stage {
  readonly first: StartedGuardian;
  readonly second: StartedGuardian;
  readonly one: SignedIn;
  readonly other: SignedIn;
}

/** What the webhook was sent; the first notice is refused. */
export const sent: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] =
  [];
const hook = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
  incoming.on('end', () => {
    sent.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    outgoing.writeHead(sent.length === 1 ? 500 : 200).end();
  });
});

/** The settings of a guardian with a folder of this name. */
export function settings(name: string): Record<string, string> {
  return {
    INTERPOSE_DATABASE_URL: database!.url,
    INTERPOSE_FOLDER: join(folder, name),
    INTERPOSE_APPROVALS: approvals,
    INTERPOSE_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
    INTERPOSE_WEBHOOK_SECRET: 'a secret of sixteen',
  };
}

/** The ask about this tool that waits. */
export async function waiting({ one }: Stage, tool: string): Promise<Approval> {
  return eventually(async () => {
    const { rows } = await one.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
    return rows.find((row) => row.tool === tool);
  });
}

/** Answers an ask for exactly what was shown. */
export async function answer(
  person: SignedIn,
  { id, digest }: Approval,
  more: object,
): Promise<{ status: number; body: object }> {
  return person.send('POST', `/api/approvals/${id}/answer`, { digest, ...more });
}

/** Starts two guardians over one database, with somebody signed in at each. */
export async function openStage(): Promise<Stage> {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const [first, second] = await Promise.all(
    // The other decides in workers: whoever asks and answers sees no difference.
    ['0', '2'].map((workers, at) =>
      startGuardian({ ...settings(at === 0 ? 'one' : 'two'), INTERPOSE_WORKERS: workers }, [
        module,
      ]),
    ),
  );
  const [one, other] = await Promise.all([signIn(first!), signIn(second!)]);
  return { first: first!, second: second!, one, other };
}

export async function closeStage(): Promise<void> {
  await killGuardians();
  hook.close();
  rmSync(folder, { recursive: true });
  await database?.drop();
}

/** Runs `guardian approvals` with these words, for the first guardian. */
export function command(...words: readonly string[]): Promise<{ stdout: string }> {
  return commandOf('approvals', ...words);
}

/** Says these words to the first guardian of the stage, as an operator does. */
export function commandOf(...words: readonly string[]): Promise<{ stdout: string }> {
  const program = join(import.meta.dirname, '../src/guardian.ts');
  const all = [program, ...words, '--folder', join(folder, 'one')];
  return promisify(execFile)(process.execPath, all);
}
