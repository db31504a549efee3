import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from '../run-command.ts';
import { FreshApp } from './fresh-app.ts';
import { packPackages } from './pack-packages.ts';
import { sdkPrograms } from './sdk-programs.ts';
import { tryExamples } from './try-examples.ts';
import { tryRegistry } from './try-registry.ts';
import { tryRuntimes } from './try-runtimes.ts';
import { tryTypes } from './try-types.ts';

/** Does all of a release except publishing: builds, packs, installs, runs, compiles, uses a local registry. */
async function rehearse(words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-release-'));
  try {
    await step('build', () => must(['turbo', 'run', 'build', '--output-logs=errors-only']));
    const tarballs = await step('pack', () => packPackages(pathOf(folder, 'tarballs')), countOf);
    if (tarballs === undefined) return;
    if (!words.includes('--examples')) await tryPackages(folder, tarballs);
    if (!words.includes('--packages'))
      await step('examples', () => tryExamples(folder, tarballs), listed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryPackages(folder: string, tarballs: ReadonlyMap<string, string>): Promise<void> {
  const gates = ['node', 'scripts/run-gates.ts', 'package', 'size'];
  await step('publint, attw, contents, sizes', () => must(gates));
  for (const { sdk, files, dependencies } of sdkPrograms()) {
    const app = new FreshApp(pathOf(folder, sdk));
    await step(`install ${sdk}`, () => app.install(dependencies, tarballs));
    for (const [file, text] of Object.entries(files)) app.write(file, text);
    app.write('types.ts', typesOf(sdk));
    await step(`run ${sdk}`, () => tryRuntimes(app), listed);
    await step(`types of ${sdk}`, () => tryTypes(app), listed);
  }
  await step('publish to a registry here, install from it', () => tryRegistry(folder, tarballs));
}

/** Returns a program that uses only our packages' types: errors in SDK types are not ours to fix. */
function typesOf(sdk: string): string {
  return `import { createHooks, deny } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { withHooks } from '@interpose/${sdk}';
const hooks = createHooks();
hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined));
hooks.observe('onDecision', ({ record }) => decisionLine(record).length);
export const hooked: typeof withHooks = withHooks;
`;
}

/** Runs one step and reports its result; the other steps run even if it fails. */
async function step<T>(
  name: string,
  run: () => Promise<T>,
  tell: (done: T) => string = () => '',
): Promise<T | undefined> {
  const begun = performance.now();
  const told = (how: string, what: string): void => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
    console.log(`${how} ${seconds} s  ${name}  ${what}`.trimEnd());
  };
  try {
    const done = await run();
    told('pass', tell(done));
    return done;
  } catch (error) {
    told('FAIL', error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
    return undefined;
  }
}

async function must(command: readonly string[]): Promise<void> {
  const { exitCode, output } = await runCommand(command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
}

function pathOf(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function countOf(tarballs: ReadonlyMap<string, string>): string {
  const bytes = [...tarballs.values()].map((file) => readFileSync(file).byteLength);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  return `${tarballs.size} tarballs, ${Math.round(total / 1000)} kB`;
}

function listed(names: readonly string[]): string {
  return names.join(', ');
}

await rehearse(process.argv.slice(2));
