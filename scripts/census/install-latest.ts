import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from '../run-command.ts';
import type { SurveyedPackage } from './surveyed-packages.ts';

/** A newly installed version of a package. */
export type Latest = { surveyed: SurveyedPackage; folder: string };

/** Installs the newest published version of every supported line in a temporary folder; the caller removes it. */
export async function installLatest(
  packages: readonly SurveyedPackage[],
): Promise<{ root: string; latest: Latest[] }> {
  const root = mkdtempSync(join(tmpdir(), 'interpose-census-'));
  const wanted = packages.flatMap((surveyed) =>
    surveyed.latest.map((range, index) => ({
      surveyed,
      // A package whose peers look for it keeps its own name.
      alias: index === surveyed.latest.length - 1 ? surveyed.name : `${surveyed.name}-${range}`,
      version: `npm:${surveyed.name}@${range}`,
    })),
  );
  const dependencies = Object.fromEntries(wanted.map(({ alias, version }) => [alias, version]));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(root, 'pnpm-workspace.yaml'), 'packages: []\nstrictDepBuilds: false\n');
  const installed = await runCommand(['pnpm', 'install', '--no-lockfile', '--ignore-scripts'], {
    folder: root,
  });
  if (installed.exitCode !== 0) throw new Error(installed.output);
  const latest = wanted.map(({ surveyed, alias }) => ({
    surveyed,
    folder: join(root, 'node_modules', alias),
  }));
  return { root, latest };
}
