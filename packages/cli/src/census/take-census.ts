import { realpathSync } from 'node:fs';

import { entryPoints, identify } from './survey/entry-points.ts';
import { runtimeExports } from './survey/runtime-exports.ts';
import { surveyTypes } from './survey/survey-types.ts';

/** What one version of one package offers: what each entry is, by its id. */
export type Census = {
  package: string;
  version: string;
  entries: Readonly<Record<string, string>>;
};

/** What of a package is surveyed: the types that count as its own, and entry points that are left out. */
export type Surveyed = { family: RegExp; skip?: RegExp };

/** Reads the census of an installed package from its declarations and from what it exports at run time. */
export async function takeCensus(folder: string, { family, skip }: Surveyed): Promise<Census> {
  const real = realpathSync(folder);
  const { name, version } = identify(real);
  const points = entryPoints(real, skip);
  const { names, messages } = await runtimeExports(points);
  const entries = surveyTypes(points, names, family);
  for (const [message, kind] of Object.entries(messages)) entries.set(message, kind);
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { package: name, version, entries: Object.fromEntries(sorted) };
}
