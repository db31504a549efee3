import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Vector } from '@interpose/aos/vectors';

/**
 * The vectors of every JSON file below a folder, in the order of their paths.
 *
 * @throws Error where there is none: an eval over nothing proves nothing.
 */
export function readVectors(folder: string): readonly Vector[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const vectors = paths
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .flatMap((path) => vectorsIn(join(folder, path)));
  if (vectors.length === 0) throw new Error(`no vectors below ${folder}`);
  return vectors;
}

function vectorsIn(path: string): readonly Vector[] {
  const suite: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof suite !== 'object' || suite === null || !('vectors' in suite)) return [];
  return Array.isArray(suite.vectors) ? (suite.vectors as readonly Vector[]) : [];
}
