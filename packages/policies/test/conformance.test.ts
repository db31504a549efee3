import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { judgeBehaviour } from '@interpose/testing/conformance';
import { afterAll, describe, expect, test } from 'vitest';

import { harnesses } from './harnesses.ts';
import { policyBehaviours } from './policy-behaviours.ts';

/** Subpaths that hold no policy but what policies keep their state in, or are put together with. */
const notPolicies = new Set([
  './package.json',
  './rules.schema.json',
  './labelled-rules.schema.json',
  './redis-store',
  './postgres-store',
  './approvers',
  './encrypted-store',
  './redact-with',
  './track-taint/readers',
  './rules/labelled',
]);

const byPolicy = await policyBehaviours();

test('every policy has behaviours', () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { readonly exports: object };
  const subpaths = Object.keys(manifest.exports).filter((path) => !notPolicies.has(path));
  const without = subpaths.filter((path) => (byPolicy.get(path.slice(2)) ?? []).length === 0);
  expect(without).toEqual([]);
});

describe.each(harnesses)('$framework $version', (harness) => {
  afterAll(() => harness.close?.());
  const all = [...byPolicy].flatMap(([policy, behaviours]) =>
    behaviours.flatMap((behaviour) =>
      behaviour.modes.map((mode) => ({ policy, behaviour, mode, title: behaviour.title })),
    ),
  );
  test.each(all)('$policy, $mode: $title', async ({ behaviour, mode }) => {
    const judged = await judgeBehaviour(behaviour, harness, mode);
    if (judged.kind === 'failed') throw judged.error;
    expect(judged).toEqual({ kind: 'passed' });
  });
});
