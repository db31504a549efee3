import { expect, test } from 'vitest';

import { restoreValues } from './restore-values.ts';

const shown = [
  { name: 'Ann', mail: '<EMAIL_ADDRESS>' },
  { name: 'Bob', mail: '<EMAIL_ADDRESS>' },
];
const real = [
  { name: 'Ann', mail: 'ann@mail.example' },
  { name: 'Bob', mail: 'bob@mail.example' },
];
const [ann, bob] = shown;

test.each<[string, unknown, unknown]>([
  ['removes an item of', [bob], [real[1]]],
  ['moves the items of', [bob, ann], [real[1], real[0]]],
  ['edits one item of', [ann, { ...bob, name: 'Bobby' }], [real[0], { ...real[1], name: 'Bobby' }]],
  ['removes an item and edits another of', [{ ...bob, name: 'Bobby' }], undefined],
  ['replaces an item of', [bob, { ...ann, name: 'Eve' }], undefined],
])('a reviewer who %s a list gives no item the hidden value of another', (_, changed, runs) => {
  const restored = restoreValues({ to: changed }, { to: shown }, { to: real });
  expect(restored).toEqual(runs === undefined ? undefined : { value: { to: runs } });
});
