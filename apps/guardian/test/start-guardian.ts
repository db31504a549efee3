import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Report = Readonly<Record<string, unknown>>;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Ends every guardian that a test left. */
export async function killGuardians(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** What agents of tests send. */
export const TOKEN = 'secret-of-tests';

/** A guardian in a process of its own. */
export class StartedGuardian {
  readonly child: ChildProcess;
  readonly reports: Report[] = [];
  readonly #taken = new Map<string, number>();
  #waiting: (() => void)[] = [];
  url = '';

  constructor(child: ChildProcess) {
    this.child = child;
    running.add(child);
    createInterface({ input: child.stdout! }).on('line', (line) => {
      this.reports.push(JSON.parse(line) as Report);
      this.#wake();
    });
    child.on('exit', () => {
      running.delete(child);
      this.#wake();
    });
  }

  /** Waits for the next report of one of these kinds, or for one that is there and was not waited for. */
  async next(...kinds: readonly string[]): Promise<Report> {
    for (;;) {
      const place = this.reports.findIndex(({ kind }, index) => {
        const name = String(kind);
        return kinds.includes(name) && index >= (this.#taken.get(name) ?? 0);
      });
      const report = this.reports[place];
      if (report !== undefined) {
        this.#taken.set(String(report['kind']), place + 1);
        return report;
      }
      const { exitCode, signalCode } = this.child;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`the guardian ended with ${exitCode ?? signalCode}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  /** Ends it as an operator does, and tells how. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Ends it without a goodbye. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  #wake(): void {
    for (const look of this.#waiting.splice(0)) look();
  }
}

/** Starts a guardian with these settings; words stand after the command. */
export async function startGuardian(
  settings: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<StartedGuardian> {
  const program = join(import.meta.dirname, '../src/guardian.ts');
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, INTERPOSE_PORT: '0', INTERPOSE_TOKEN: TOKEN, ...settings };
  const child = spawn(process.execPath, [program, ...words, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  });
  const guardian = new StartedGuardian(child);
  const { url } = await guardian.next('listening');
  guardian.url = String(url);
  return guardian;
}
