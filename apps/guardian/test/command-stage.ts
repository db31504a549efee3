import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Client } from 'pg';

import { agentHooks, askTool } from './ask-tool.ts';
import { freshDatabase } from './fresh-database.ts';
import { eventually } from './sign-in.ts';
import { killGuardians, startGuardian } from './start-guardian.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/cli/dist/cli.js');
const GUARDIAN = join(import.meta.dirname, '../src/guardian.ts');
const POLICY = `export default { name: 'shop', hooks: { preToolCall: ({ call }) =>
  call.args.cents > 100 ? { decision: 'ask', reason: 'a big refund' } : undefined } };`;

/** The key of the command line. */
export const KEY = 'a-key-that-is-longer-than-32-characters';

/** How a command ended. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A guardian over a database of its own, and the command `interpose` in a folder beside its data. */
export interface CommandStage {
  readonly url: string;
  /** Runs `interpose`, by default with the folder of the guardian. */
  run(words: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Runs the guardian's own command, with its folder. */
  runOwn(words: readonly string[]): Promise<Ended>;
  /** Writes a file into the folder that the command runs in. */
  write(name: string, content: string): string;
  /** What the interface gives to who holds the key of the command line. */
  get(path: string): Promise<string>;
  /** Asks about a call that a person has to see, and waits until it is listed. */
  ask(
    session: string,
    name?: string,
  ): Promise<{ readonly id: string; readonly said: Promise<object> }>;
  /** Does something in the database itself. */
  within(work: (database: Client) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** Undefined where there is no PostgreSQL, which CI never accepts. */
export async function openCommandStage(): Promise<CommandStage | undefined> {
  const database = await freshDatabase();
  if (database === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'interpose-command-'));
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  const there = { INTERPOSE_FOLDER: join(folder, 'data') };
  const { url } = await startGuardian(
    {
      ...there,
      INTERPOSE_DATABASE_URL: database.url,
      INTERPOSE_COMMAND_KEY: KEY,
      INTERPOSE_ANCHOR_FILE: join(folder, 'anchors.jsonl'),
      INTERPOSE_APPROVALS: JSON.stringify([{ tool: 'wire', quorum: 2 }]),
    },
    [join(folder, write('shop.mjs', POLICY))],
  );
  return {
    url,
    write,
    run: (words, variables = there) => run(folder, [COMMAND, ...words], variables),
    runOwn: (words) => run(folder, [GUARDIAN, ...words], there),
    get: (path) => get(url, path),
    ask: (session, name = 'refund') => ask(url, session, name),
    within: (work) => within(database.url, work),
    close: async () => {
      await killGuardians();
      rmSync(folder, { recursive: true });
      await database.drop();
    },
  };
}

async function run(
  cwd: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { DATABASE_URL: _, FORCE_COLOR: _color, ...own } = process.env;
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...own, ...variables },
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, out, err };
}

async function get(url: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}` };
  return (await fetch(new URL(path, url), { headers })).text();
}

async function ask(
  url: string,
  session: string,
  name: string,
): Promise<{ readonly id: string; readonly said: Promise<object> }> {
  const said = askTool(agentHooks(url), { cents: 500, to: 'Zoë' }, { session, name });
  const id = await eventually(async () => {
    const { rows } = JSON.parse(await get(url, '/api/approvals?state=waiting')) as {
      readonly rows: readonly { readonly id: string; readonly sessionId: string }[];
    };
    return rows.find(({ sessionId }) => sessionId === session)?.id;
  });
  return { id, said };
}

async function within(
  connectionString: string,
  work: (database: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
