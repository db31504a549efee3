import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Findings } from './scenario.ts';
import type { Stage } from './stage-runtime.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../../../../node_modules');

/** A runtime that runs a script from the command line. */
export type ScriptRuntime = 'Node 24' | 'Node 22' | 'Bun' | 'Deno';

const commands: Readonly<Record<ScriptRuntime, readonly [string, ...string[]]>> = {
  'Node 24': [join(modules, 'node/bin/node')],
  'Node 22': [join(modules, 'node-22/bin/node')],
  Bun: [join(modules, '.bin/bun'), 'run'],
  Deno: [join(modules, '.bin/deno'), 'run', '--no-prompt', '--no-remote'],
};

/** Runs the staged scenario in one of these runtimes, with no permission that it has to ask for. */
export async function runScript(name: ScriptRuntime, stage: Stage): Promise<Findings> {
  const [command, ...options] = commands[name];
  const { stdout } = await run(command, [...options, join(stage.folder, 'main.js')], {
    cwd: stage.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: stage.folder,
      DENO_DIR: join(stage.folder, 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
    },
    timeout: 60_000,
  });
  return JSON.parse(stdout) as Findings;
}

/** The version that a runtime names as its own. */
export async function versionOf(name: ScriptRuntime): Promise<string> {
  const { stdout } = await run(commands[name][0], ['--version'], { timeout: 60_000 });
  return stdout.trim();
}
