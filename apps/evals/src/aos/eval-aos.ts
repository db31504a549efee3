import { runVectors, type VectorReport } from '@interpose/aos/vectors';

import { listen } from './listen.ts';
import { readVectors } from './read-vectors.ts';

/** Runs every vector below a folder in both roles. */
export async function evalAos(folder: string): Promise<VectorReport> {
  return runVectors(readVectors(folder), listen);
}
