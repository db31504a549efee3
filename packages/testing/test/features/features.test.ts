import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { behaviours } from '../../src/conformance/index.ts';
import { notShown } from '../../src/conformance/judge-behaviour.ts';
import { fakeHarness } from '../../src/fake-host/harness/fake-harness.ts';
import { declaredTests } from './declared-tests.ts';
import { findFeatureFaults, type Evidence } from './find-feature-faults.ts';
import { readFeatureRows } from './read-feature-rows.ts';

const root = join(import.meta.dirname, '../../../..');
const rows = readFeatureRows(readFileSync(join(root, 'features.json'), 'utf8'));
const harness = fakeHarness();
const declared = new Map<string, readonly string[] | undefined>();

const evidence: Evidence = {
  testsIn(file) {
    if (!declared.has(file)) declared.set(file, readTests(file));
    return declared.get(file);
  },
  behaviours,
  isShown(behaviour) {
    const found = behaviours.find(({ id }) => id === behaviour);
    return found?.modes.some((mode) => notShown(found, harness, mode) === undefined) ?? false;
  },
};

/** Nothing for a file that the projects of vitest do not take in. */
function readTests(file: string): readonly string[] | undefined {
  const run = /^(packages|apps)\/[^/]+\/(src|test)\/.*\.test(-d)?\.ts$/.test(file);
  return run && existsSync(join(root, file))
    ? declaredTests(readFileSync(join(root, file), 'utf8'))
    : undefined;
}

test('every capability that holds is proven by tests that are there', () => {
  expect(findFeatureFaults(rows, evidence)).toEqual([]);
});

test('a capability loses its proof when the test it cites is renamed', () => {
  const cites = rows.find(({ holds, tests }) => holds && tests.some((proof) => 'file' in proof))!;
  const renamed = cites.tests.map((proof) =>
    'file' in proof ? { ...proof, name: `${proof.name} no more` } : proof,
  );
  const planted = rows.map((row) => (row === cites ? { ...row, tests: renamed } : row));
  expect(findFeatureFaults(planted, evidence)).toHaveLength(
    renamed.filter((proof) => 'file' in proof).length,
  );
});

test('a capability loses its proof when the file it cites is gone', () => {
  const cited = rows.flatMap(({ tests }) => tests).find((proof) => 'file' in proof)!;
  const without: Evidence = {
    ...evidence,
    testsIn: (file) => (file === cited.file ? undefined : evidence.testsIn(file)),
  };
  expect(findFeatureFaults(rows, without)).toContainEqual(
    expect.stringContaining(`${cited.file} is no test file`),
  );
});

test('a capability loses its proof when the behaviour it cites is gone', () => {
  const cited = rows.flatMap(({ tests }) => tests).find((proof) => 'behaviour' in proof)!;
  const left = behaviours.filter(({ id }) => id !== cited.behaviour);
  expect(findFeatureFaults(rows, { ...evidence, behaviours: left })).toContainEqual(
    expect.stringContaining(`there is no behaviour ${cited.behaviour}`),
  );
});
