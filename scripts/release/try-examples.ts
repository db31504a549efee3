import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { FreshApp } from './fresh-app.ts';

/** What an example needs besides Node, with a check whether this machine has it. */
const needs: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  'langgraph-agent': hasDatabase,
  'guardian-sidecar': () => spawnSync('python3', ['--version']).status === 0,
  'ai-sdk-next-chat': () => existsSync(process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'),
};

interface ExampleManifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  overrides?: Readonly<Record<string, string>>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Copies each example out of the repository, installs the tarballs in it, and runs it as its README says. */
export async function tryExamples(
  folder: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const manifests = globSync('examples/*/package.json', { cwd: repositoryRoot }).toSorted();
  const ran: string[] = [];
  for (const manifest of manifests) {
    const source = join(repositoryRoot, dirname(manifest));
    const name = dirname(manifest).replace('examples/', '');
    if ((await needs[name]?.()) === false) {
      ran.push(`${name} was left out: this machine lacks what it needs`);
      continue;
    }
    const app = new FreshApp(join(folder, 'examples', dirname(manifest)));
    cpSync(source, app.folder, {
      recursive: true,
      filter: (path) => !/node_modules|package-lock\.json$/.test(path),
    });
    for (const inner of globSync('{,packages/*/,apps/*/}package.json', { cwd: app.folder }))
      pointAt(join(app.folder, inner), tarballs);
    await app.run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']);
    const printed = await app.run(['npm', 'run', '--silent', scriptOf(source)], {
      PATH: withThisNode(),
    });
    const expected = readFileSync(join(source, 'expected.txt'), 'utf8').trim().split('\n');
    for (const line of expected)
      if (!printed.includes(line))
        throw new Error(`${manifest} did not print "${line}" but:\n${printed}`);
    ran.push(name);
  }
  return ran;
}

/** Returns the script to run: an app that runs until it is stopped has a test, others exit by themselves. */
function scriptOf(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as ExampleManifest).scripts['test'] === undefined ? 'start' : 'test';
}

/** Replaces published versions, which examples ask for, with the tarballs, since a release may not exist yet. */
function pointAt(file: string, tarballs: ReadonlyMap<string, string>): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as ExampleManifest;
  const own = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  for (const asked of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
    for (const name of Object.keys(asked)) asked[name] = own[name] ?? asked[name]!;
  manifest.overrides = own;
  writeFileSync(file, JSON.stringify(manifest, undefined, 2));
}

function withThisNode(): string {
  return `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
}

/** Whether a server listens at the address of the database. */
function hasDatabase(): Promise<boolean> {
  const { hostname, port } = new URL(process.env['DATABASE_URL'] ?? 'postgres://127.0.0.1:5432');
  const socket = connect({ host: hostname, port: Number(port) || 5432 });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
