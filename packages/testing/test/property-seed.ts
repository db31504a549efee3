import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Property tests draw the same cases at every run, so that none fails by chance; `PROPERTY_SEED=7` draws others. */
const { testPath } = expect.getState();
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes('fast-check')) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
}
