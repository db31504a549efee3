import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { faultsInCensus } from './faults-in-census.ts';
import { faultsInManifests } from './faults-in-manifests.ts';
import { faultsInPackages } from './faults-in-packages.ts';
import { faultsInWorkflows } from './faults-in-workflows.ts';
import { faultsInSources } from './faults-in-sources.ts';
import { faultsInTests } from './faults-in-tests.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import type { PlantedFault } from './planted-fault.ts';
import { runCommand, type Finished } from '../run-command.ts';

const allFaults = [
  ...faultsInSources,
  ...faultsInPackages,
  ...faultsInManifests,
  ...faultsInWorkflows,
  ...faultsInTests,
  ...faultsInCensus,
];

/**
 * Checks that every gate can fail: clones the last commit, runs each gate on it, plants one fault after the other and
 * expects a failure. Arguments choose gates by name. A gate that fails without a fault proves nothing and is an error.
 */
async function proveGates(names: readonly string[]): Promise<void> {
  const faults = allFaults.filter(({ gate }) => names.length === 0 || names.includes(gate));
  const clone = await cloneRepository();
  let unproven = 0;
  try {
    await runGate(clone, 'build');
    const healthy = new Map<string, boolean>();
    for (const gate of new Set(faults.map((fault) => fault.gate))) {
      healthy.set(gate, (await runGate(clone, gate)).exitCode === 0);
    }
    for (const fault of faults) {
      const isSeen = await seesFault(clone, fault);
      const verdict = isSeen && healthy.get(fault.gate) ? 'proven' : 'UNPROVEN';
      const note = healthy.get(fault.gate) ? '' : ' (red without the fault too)';
      console.log(`${verdict.padEnd(9)} ${fault.gate.padEnd(12)} ${fault.fault}${note}`);
      if (verdict !== 'proven') unproven += 1;
    }
  } finally {
    rmSync(clone, { recursive: true });
  }
  console.log(`${faults.length - unproven} of ${faults.length} faults seen`);
  if (unproven > 0) process.exitCode = 1;
}

async function cloneRepository(): Promise<string> {
  const clone = mkdtempSync(join(tmpdir(), 'interpose-gates-'));
  const cloned = await runCommand(['git', 'clone', '--quiet', repositoryRoot, clone]);
  const installed = await runCommand(['pnpm', 'install', '--frozen-lockfile'], { folder: clone });
  if (cloned.exitCode + installed.exitCode === 0) return clone;
  throw new Error(`${cloned.output}${installed.output}`);
}

async function seesFault(clone: string, { gate, plant, says }: PlantedFault): Promise<boolean> {
  const paths = typeof plant.path === 'string' ? [plant.path] : plant.path;
  const restore = paths.map((path) => plantIn(join(clone, path), plant));
  const { exitCode, output } = await runGate(clone, gate);
  for (const undo of restore) undo();
  // A failed build leaves no `dist` for the gates after it.
  if (gate === 'build') await runGate(clone, 'build');
  return exitCode !== 0 && output.includes(says);
}

/** Returns a function that removes the fault. */
function plantIn(path: string, plant: PlantedFault['plant']): () => void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withFault(before ?? '', path, plant));
  return () => (before === undefined ? rmSync(path) : writeFileSync(path, before));
}

function withFault(before: string, path: string, plant: PlantedFault['plant']): string {
  if ('content' in plant) return plant.content;
  if ('append' in plant) return before + plant.append;
  if (before.split(plant.search).length !== 2) {
    throw new Error(`${path} does not hold the text to change exactly once: ${plant.search}`);
  }
  return before.replace(plant.search, plant.replacement);
}

/** Runs the clone's own scripts and tools, not those of this checkout. */
function runGate(clone: string, gate: string): Promise<Finished> {
  return runCommand(['node', 'scripts/run-gates.ts', gate], {
    folder: clone,
    environment: { PATH: `${join(clone, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
  });
}

await proveGates(process.argv.slice(2));
