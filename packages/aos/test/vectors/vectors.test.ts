import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { runVectors, type Vector } from '../../src/vectors/index.ts';
import { listen } from '../listen.ts';

const folder = join(import.meta.dirname, '../../../../../shared/aos/vectors');
const files = existsSync(folder) ? readdirSync(folder) : [];

function vectorsIn(file: string): readonly Vector[] {
  const suite = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { vectors: Vector[] };
  return suite.vectors;
}

describe.skipIf(files.length === 0)('the wire vectors (skipped where ../shared/aos is not)', () => {
  test.each(files)('%s: all hold in both roles', async (file) => {
    const vectors = vectorsIn(file);
    const report = await runVectors(vectors, listen);
    expect(report).toEqual({ passed: vectors.length, failed: 0, failures: [] });
  });
});
