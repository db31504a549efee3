import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fileOf, readCensuses, readClasses, textOf } from '../census/census-files.ts';
import { staleDeclared } from '../census/declare-coverage.ts';
import { judgeCensus } from '../census/judge-census.ts';
import { judgePaths, readCapabilities } from '../census/judge-paths.ts';
import { mediationPage, renderMediation } from '../census/render-mediation.ts';
import { staleShipped } from '../census/ship-census.ts';
import { surveyedPackages } from '../census/surveyed-packages.ts';
import { takeCensus } from '../../packages/cli/src/census/take-census.ts';
import { repositoryRoot } from '../list-workspaces.ts';

/** The adapters whose capability table does not match their classes yet. */
const withoutPaths: readonly string[] = ['mcp', 'a2a'];

/**
 * Checks the census of every supported SDK version against its classes: every entry has a class, every class an entry,
 * every enforced one a probe, the capability table agrees, and the committed census matches the installed version.
 */
async function checkCensus(): Promise<void> {
  const faults: string[] = [];
  let entries = 0;
  for (const adapter of new Set(surveyedPackages.map((each) => each.adapter))) {
    const censuses = [...readCensuses(adapter).values()];
    const classes = await readClasses(adapter);
    const judgement = judgeCensus(censuses, classes, await probesOf(adapter));
    const paths = judgePaths(classes, await readCapabilities(adapter));
    const disagreeing = withoutPaths.includes(adapter) ? [] : paths;
    for (const census of censuses) entries += Object.keys(census.entries).length;
    faults.push(
      ...judgement.unclassified.map((entry) => `${entry}: no class; see ${classesOf(adapter)}`),
      ...judgement.unused.map((entry) => `${classesOf(adapter)}: "${entry}" matches no entry`),
      ...[...judgement.unfounded, ...disagreeing].map((fault) => `${classesOf(adapter)}: ${fault}`),
    );
  }
  if (faults.length === 0) faults.push(...(await staleFiles()));
  console.log(`read ${entries} entries`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function classesOf(adapter: string): string {
  return `packages/${adapter}/census/classes.ts`;
}

/** Returns the names of an adapter's probes; empty if it has no such file. */
async function probesOf(adapter: string): Promise<ReadonlySet<string>> {
  const path = join(repositoryRoot, `packages/${adapter}/census/probes/suites.ts`);
  if (!existsSync(path)) return new Set();
  const { probeNames } = (await import(pathToFileURL(path).href)) as {
    probeNames: readonly string[];
  };
  return new Set(probeNames);
}

/** Returns committed files that differ from the installed versions, are missing, or belong to no installed version. */
async function staleFiles(): Promise<string[]> {
  const faults: string[] = [];
  for (const [adapter, packages] of Map.groupBy(surveyedPackages, (each) => each.adapter)) {
    const committed = readCensuses(adapter);
    for (const surveyed of packages)
      for (const folder of surveyed.installed) {
        const taken = await takeCensus(join(repositoryRoot, folder), surveyed);
        const file = fileOf(adapter, taken);
        const known = committed.get(file);
        if (known === undefined || textOf(known) !== textOf(taken))
          faults.push(`${file}: stale; run pnpm census --adapter ${adapter}`);
        committed.delete(file);
      }
    const declared = await staleDeclared(adapter);
    for (const stale of [declared, await staleShipped(adapter)])
      if (stale !== undefined) faults.push(`${stale}: stale; run pnpm census --adapter ${adapter}`);
    for (const file of committed.keys())
      faults.push(`${file}: no such version is installed; run pnpm census --adapter ${adapter}`);
  }
  const page = join(repositoryRoot, mediationPage);
  if (!existsSync(page) || readFileSync(page, 'utf8') !== (await renderMediation()))
    faults.push(`${mediationPage}: stale; run pnpm census`);
  return faults;
}

await checkCensus();
