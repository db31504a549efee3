import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { Stage } from './stage-runtime.ts';

const bin = join(import.meta.dirname, '../../../../node_modules/.bin');

/** A runtime that serves the staged guardian on loopback. */
export interface RunningRuntime {
  readonly url: string;
  stop(): void;
}

export type RuntimeName = 'Bun' | 'Deno' | 'workerd';

/** Starts the staged guardian in one of these runtimes. */
export async function startRuntime(name: RuntimeName, stage: Stage): Promise<RunningRuntime> {
  const child = start(name, stage);
  try {
    const port = await portOf(child, name === 'workerd' ? child.stdio[3] : child.stdout);
    return { url: `http://127.0.0.1:${port}/`, stop: () => stop(child) };
  } catch (error) {
    stop(child);
    throw error;
  }
}

/** The whole group: what npm installs as a program may only be what starts the program. */
function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid);
}

function start(name: RuntimeName, stage: Stage): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    HOME: stage.folder,
    DENO_DIR: join(stage.folder, 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
  };
  const stdio = ['ignore', 'pipe', 'inherit', 'pipe'] as const;
  const run = (program: string, ...words: readonly string[]): ChildProcess =>
    spawn(join(bin, program), words, { cwd: stage.folder, env, stdio: [...stdio], detached: true });
  if (name === 'Bun') return run('bun', 'run', join(stage.folder, 'bun.js'));
  if (name === 'Deno')
    return run('deno', 'run', '--no-prompt', '--no-remote', '--allow-net=127.0.0.1', 'deno.js');
  const config = join(stage.folder, 'config.capnp');
  writeFileSync(config, configuration(stage.modules));
  return run('workerd', 'serve', '--control-fd=3', config);
}

/** Without nodejs_compat: nothing of Node is there to fall back to. */
function configuration(modules: readonly string[]): string {
  // The worker's own module comes first: workerd takes it as the entry.
  const ordered = modules.toSorted(
    (left, right) => Number(right === 'worker.js') - Number(left === 'worker.js'),
  );
  const listed = ordered.map((name) => `    (name = "${name}", esModule = embed "${name}"),`);
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
${listed.join('\n')}
  ],
  compatibilityDate = "2025-09-01",
);
`;
}

/** Each runtime tells in a line of JSON which port it was given. */
function portOf(child: ChildProcess, stream: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the runtime did not listen')), 60_000);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the runtime ended with ${String(code)}`)));
    createInterface({ input: stream as Readable }).once('line', (line) => {
      clearTimeout(timer);
      resolve((JSON.parse(line) as { port: number }).port);
    });
  });
}
