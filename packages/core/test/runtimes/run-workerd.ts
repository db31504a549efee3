import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { Findings } from './scenario.ts';
import type { Stage } from './stage-runtime.ts';

const command = join(import.meta.dirname, '../../../../node_modules/.bin/workerd');

/** A worker that serves the staged scenario on loopback. */
export interface RunningWorker {
  /** One request, one run of the scenario. */
  findings(): Promise<Findings>;
  /** One chat in this session, on hooks that all requests share; tells which sessions have ended. */
  visit(session: string): Promise<readonly string[]>;
  stop(): void;
}

/** Starts workerd on the staged modules as it behaved on this date, with these compatibility flags. */
export async function startWorker(
  stage: Stage,
  date: string,
  flags: readonly string[],
): Promise<RunningWorker> {
  const config = join(stage.folder, 'config.capnp');
  writeFileSync(config, configuration(stage.modules, date, flags));
  const worker = spawn(command, ['serve', '--control-fd=3', config], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const port = await listeningPort(worker);
    return {
      findings: () => ask<Findings>(port, ''),
      visit: (session) => ask<readonly string[]>(port, session),
      stop: () => void worker.kill(),
    };
  } catch (error) {
    worker.kill();
    throw error;
  }
}

function configuration(modules: readonly string[], date: string, flags: readonly string[]): string {
  // The worker's own module comes first: workerd takes it as the entry.
  const ordered = modules.toSorted(
    (left, right) => Number(right === 'worker.js') - Number(left === 'worker.js'),
  );
  const listed = ordered.map((name) => `    (name = "${name}", esModule = embed "${name}"),`);
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
${listed.join('\n')}
  ],
  compatibilityDate = "${date}",
  compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(', ')}],
);
`;
}

/** workerd tells on the control pipe which port it was given. */
function listeningPort(worker: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('workerd did not listen')), 30_000);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)));
    createInterface({ input: worker.stdio[3] as Readable }).once('line', (line) => {
      clearTimeout(timer);
      resolve((JSON.parse(line) as { port: number }).port);
    });
  });
}

async function ask<Answer>(port: number, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
    signal: AbortSignal.timeout(30_000),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`the worker answered ${response.status}: ${body}`);
  return JSON.parse(body) as Answer;
}
