import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { workerFor } from '@interpose/aos/pool';
import type { Dict } from '@interpose/core';

import { agentHooks, askTool } from './ask-tool.ts';
import { freshDatabase } from './fresh-database.ts';
import { signIn, type SignedIn } from './sign-in.ts';
import { startGuardian, type StartedGuardian } from './start-guardian.ts';

/** What the tools of this shop do to the thread that decides about them. */
const TOOLS = `{
  spin: () => { for (;;); },
  exit: () => process.exit(3),
  fill: () => { const held = []; for (;;) held.push(new Array(1_000_000).fill(0.5)); },
  reject: async () => { void Promise.reject(new Error('nobody waits for this')); await new Promise((r) => setTimeout(r, 60_000)); },
  wait: async () => { await new Promise((r) => setTimeout(r, 1500)); },
  pay: () => ({ decision: 'ask', reason: 'a payment' }),
  vanish: () => { setTimeout(() => process.exit(3), 100); return { decision: 'ask', reason: 'the last words' }; },
  count: async (session) => {
    const count = await session.state.update('count', (before = 0) => before + 1);
    return count > 2 ? { decision: 'deny', reason: 'the third', code: 'third' } : undefined;
  },
}`;

/** Writes a version of the policies that denies every refund with this code. */
export function writeVersion(folder: string, code: string, before = ''): void {
  writeFileSync(
    moduleIn(folder),
    `import { limitRate } from '@interpose/policies/limit-rate';
${before}
const tools = ${TOOLS};
const run = ({ call, session }) => call.name === 'refund' ? { decision: 'deny', reason: 'no', code: '${code}' } : tools[call.name]?.(session);
export default [
  limitRate({ limit: 20, windowMs: 3_600_000, per: 'all', tool: 'limited' }),
  { name: 'shop', hooks: { preToolCall: { name: 'tools', timeoutMs: 30_000, run }, onToolCallResult: ({ call, session }) => tools[call.name]?.(session) } },
];`,
  );
}

function moduleIn(folder: string): string {
  return join(folder, 'shop.mjs');
}

/** A guardian with workers, and somebody who is signed in there. */
export interface WorkerStage {
  readonly database: string;
  readonly folder: string;
  readonly guardian: StartedGuardian;
  readonly person: SignedIn;
  readonly workers: number;
  ask(name: string, session: string): Promise<Dict>;
  /** Writes a version and waits until it has taken over; a busy machine may need more than one try to load it in time. */
  take(code: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a decision may hold its worker here: a busy machine starves workers for less. */
export const DECISION_MS = 3000;

/** How long a client waits here: on a busy machine a worker that ended is back only after seconds. */
const PATIENCE_MS = 25_000;

/** Starts one over PGlite, and one over PostgreSQL where there is one, which CI never goes without. */
export async function openWorkerStages(workers: number): Promise<readonly WorkerStage[]> {
  const fresh = await freshDatabase();
  const first = await openStage('PGlite', workers);
  if (fresh === undefined) return [first];
  const second = await openStage('PostgreSQL', workers, { INTERPOSE_DATABASE_URL: fresh.url });
  const close = async (): Promise<void> => {
    await second.close();
    await fresh.drop();
  };
  return [first, { ...second, close }];
}

async function openStage(
  database: string,
  workers: number,
  more: Readonly<Record<string, string>> = {},
): Promise<WorkerStage> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-workers-'));
  writeVersion(folder, 'first');
  const settings = {
    INTERPOSE_FOLDER: join(folder, 'data'),
    INTERPOSE_WORKERS: String(workers),
    INTERPOSE_DECISION_MS: String(DECISION_MS),
    INTERPOSE_WORKER_MB: '96',
  };
  const guardian = await startGuardian({ ...settings, ...more }, [moduleIn(folder)]);
  const hooks = agentHooks(guardian.url, undefined, undefined, PATIENCE_MS);
  return {
    database,
    folder,
    guardian,
    person: await signIn(guardian),
    workers,
    ask: (name, session) => askTool(hooks, {}, { name, session }),
    async take(code) {
      for (let tries = 1; ; tries += 1) {
        writeVersion(folder, code, `// ${tries}`);
        const { kind, problem } = await guardian.next('policies', 'refused');
        if (kind === 'policies') return;
        if (!String(problem).includes('did not finish loading')) throw new Error(String(problem));
      }
    },
    close: async () => {
      await guardian.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Names of sessions that this worker decides about. */
export function sessionsOf(worker: number, { workers }: WorkerStage, word: string): string[] {
  return Array.from({ length: 200 }, (_, number) => `${word}-${number}`).filter(
    (name) => workerFor(`default ${name}`, workers) === worker,
  );
}
