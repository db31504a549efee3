import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What agents of tests send. */
export const TOKEN = 'secret-of-tests';

const PROGRAM = join(import.meta.dirname, '../../guardian/src/guardian.ts');

type Report = Readonly<Record<string, unknown>>;

/** A guardian in a process of its own, as an operator starts it. */
export interface RunningGuardian {
  readonly url: string;
  /** The one-time link that it printed. */
  readonly login: string;
  stop(): Promise<void>;
}

/** Starts a guardian with these settings over this module of policies. */
export async function startGuardian(
  settings: Readonly<Record<string, string>>,
  module: string,
): Promise<RunningGuardian> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, INTERPOSE_PORT: '0', INTERPOSE_TOKEN: TOKEN, ...settings };
  const child = spawn(
    process.execPath,
    ['--conditions=@interpose/source', PROGRAM, module, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env },
  );
  const { url, login } = await firstOfKind(child, 'console');
  return { url: String(url), login: String(login), stop: () => stop(child) };
}

/** Reads on afterwards, so that the pipe never fills. */
function firstOfKind(child: ChildProcess, kind: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the guardian ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const report = JSON.parse(line) as Report;
      if (report['kind'] === kind) resolve(report);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
