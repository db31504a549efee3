import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { TOKEN } from './guardian-process.ts';

const PROGRAM = join(import.meta.dirname, '../../every-sdk/src/guarded.ts');

/** What an agent of one SDK did while a guardian decided its steps. */
export interface GuardedRun {
  readonly sdk: string;
  /** What the shop really did. */
  readonly done: readonly string[];
  readonly answer: string;
  /** The last request to its model, which carries what its tools gave back. */
  readonly read: unknown;
}

/** Lets the agent of one SDK find an order and pay back so many cents, in a process of its own. */
export async function runAgent(
  sdk: string,
  url: string,
  cents: number,
  token: string = TOKEN,
): Promise<GuardedRun> {
  const child = spawn(
    process.execPath,
    ['--conditions=@interpose/source', PROGRAM, sdk, url, String(cents)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, INTERPOSE_TOKEN: token } },
  );
  const told = await text(child.stdout);
  if (told === '') throw new Error(`the agent of ${sdk} told nothing`);
  return JSON.parse(told) as GuardedRun;
}
