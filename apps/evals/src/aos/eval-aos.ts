import { runVectors, type VectorReport } from '@interpose/aos/vectors';

import { listen } from './listen.ts';
import { readVectors } from './read-vectors.ts';

/** Runs every vector of a file, or below a folder, in both roles; what is no vector counts as failed. */
export async function evalAos(data: string): Promise<VectorReport> {
  const { vectors, unreadable } = readVectors(data);
  const { passed, failed, failures } = await runVectors(vectors, listen);
  return { passed, failed: failed + unreadable.length, failures: [...failures, ...unreadable] };
}
