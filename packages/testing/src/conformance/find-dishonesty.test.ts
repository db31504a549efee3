import { expect, test } from 'vitest';

import { fakeHarness } from '../fake-host/harness/fake-harness.ts';
import { behaviours } from './behaviours.ts';
import { findDishonesty } from './find-dishonesty.ts';
import type { Exception, Harness, Support } from './harness.ts';

const admitting = {
  path: 'run',
  event: 'preToolCall',
  status: 'unmediated',
  verbs: [],
  note: 'nothing fires here',
} as const;

function harness(changed: Partial<Harness>): Harness {
  return { ...fakeHarness(), ...changed };
}

function exception(changed: Partial<Exception>): Harness {
  const rows = [{ path: 'run', event: 'preToolCall' }] as const;
  return harness({ exceptions: [{ behaviour: 'C121', reason: 'cannot', rows, ...changed }] });
}

function feature(support: Support): Harness {
  return harness({ supports: { ...fakeHarness().supports, handoffs: support } });
}

test('a harness without excuses is honest', () => {
  expect(findDishonesty(fakeHarness(), behaviours)).toEqual([]);
});

test('an excuse must not cite a row that claims to be enforced', () => {
  expect(findDishonesty(exception({}), behaviours)).toEqual([
    'exception C121 excuses itself with the row run preToolCall, which claims to be enforced',
  ]);
  const supports = {
    kind: 'unmediated',
    reason: 'x',
    rows: [{ path: 'run', event: 'preDelegate' }],
  } as const;
  expect(findDishonesty(feature(supports), behaviours)).toEqual([
    'feature handoffs excuses itself with the row run preDelegate, which claims to be enforced',
  ]);
});

test('an excuse may cite a row that is not enforced, or that lacks the verb', () => {
  const unmediated = {
    ...exception({}),
    capabilities: [admitting, { ...admitting, path: 'stream' }],
  };
  expect(findDishonesty(unmediated, behaviours)).toEqual([]);
  const capabilities = fakeHarness().capabilities.map((row) =>
    row.event === 'preToolCall'
      ? { ...row, verbs: row.verbs.filter((verb) => verb !== 'deny') }
      : row,
  );
  expect(findDishonesty({ ...exception({}), capabilities }, behaviours)).toEqual([]);
});

test('an excuse needs a behaviour, a reason and a row that exist', () => {
  const rows = [{ path: 'elsewhere', event: 'preToolCall' }] as const;
  expect(
    findDishonesty(exception({ behaviour: 'C999', reason: ' ', rows: [] }), behaviours),
  ).toEqual([
    'exception C999 names no behaviour',
    'exception C999 gives no reason',
    'exception C999 names no row of the capability table',
  ]);
  expect(findDishonesty(exception({ rows }), behaviours)).toEqual([
    'exception C121 names the row elsewhere preToolCall, which does not exist',
  ]);
  expect(findDishonesty(feature({ kind: 'absent', reason: '' }), behaviours)).toEqual([
    'feature handoffs is absent without a reason',
  ]);
});

test('a path must stand in the capability table', () => {
  const paths = { plain: ['run', 'walk'], streamed: ['stream'] };
  expect(findDishonesty(harness({ paths }), behaviours)).toEqual(['path walk has no row']);
});
