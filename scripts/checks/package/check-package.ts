import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { engineFaults } from './engine-faults.ts';
import { manifestFaults } from './manifest-faults.ts';
import { readmeLinkFaults } from './readme-links.ts';
import {
  listPublished,
  repositoryRoot,
  type Manifest,
  type Workspace,
} from '../../list-workspaces.ts';
import { runCommand } from '../../run-command.ts';

/** Packs every published package and checks the tarball with the tools of its users. */
async function checkPackages(): Promise<void> {
  const packages = listPublished();
  const faults: string[] = [];
  for (const workspace of packages) faults.push(...(await tarballFaults(workspace)));
  console.log(`read ${packages.length} tarballs`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

async function tarballFaults(workspace: Workspace): Promise<string[]> {
  const { folder, manifest } = workspace;
  const destination = mkdtempSync(join(tmpdir(), 'interpose-pack-'));
  try {
    const packed = await runCommand(['pnpm', 'pack', '--pack-destination', destination], {
      folder: join(repositoryRoot, folder),
    });
    const file = readdirSync(destination)[0];
    if (packed.exitCode !== 0 || file === undefined) return [`${folder}: ${packed.output}`];
    const tarball = readFileSync(join(destination, file));
    const faults = await Promise.all([
      publintFaults(tarball),
      typeFaults(tarball),
      contentFaults(tarball, manifest),
    ]);
    return [...faults.flat(), ...engineFaults(workspace)].map(
      (fault) => `${manifest.name}: ${fault}`,
    );
  } finally {
    rmSync(destination, { recursive: true });
  }
}

async function publintFaults(tarball: Buffer): Promise<string[]> {
  const { messages, pkg } = await publint({
    pack: { tarball: toArrayBuffer(tarball) },
    strict: true,
  });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** Checks the types of a tarball, down to `node10`, except for CommonJS, since the packages are ESM only. */
async function typeFaults(tarball: Buffer): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  if (analysis.types === false) return ['the tarball holds no types'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node16-cjs'))
    .map((problem) => `${problem.kind} ${JSON.stringify(problem)}`);
}

async function contentFaults(tarball: Buffer, source: Manifest): Promise<string[]> {
  const packed = createPackageFromTarballData(tarball);
  const inside = packed
    .listFiles()
    .map((file) => file.replace(`/node_modules/${packed.packageName}/`, ''));
  const manifest = JSON.parse(
    packed.readFile(`/node_modules/${packed.packageName}/package.json`),
  ) as Manifest;
  const read = (file: string): string =>
    packed.readFile(`/node_modules/${packed.packageName}/${file}`);
  return [...manifestFaults(source, manifest, inside, read), ...readmeLinkFaults(inside, read)];
}

function toArrayBuffer(buffer: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(buffer);
  return copy;
}

await checkPackages();
