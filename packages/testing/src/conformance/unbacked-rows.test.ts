import { expect, test } from 'vitest';

import { fakeHarness } from '../fake-host/harness/fake-harness.ts';
import { unbackedRows } from './unbacked-rows.ts';

test('a behaviour stands behind every claim of the fake host', () => {
  const harness = fakeHarness();
  expect(unbackedRows(harness.capabilities, [harness])).toEqual([]);
});

test('a claim that no harness runs through is named', () => {
  const row = {
    path: 'elsewhere',
    event: 'preToolCall',
    status: 'enforced',
    verbs: ['deny'],
  } as const;
  expect(unbackedRows([row], [fakeHarness()])).toEqual([{ row, verbs: ['deny'] }]);
});

test('a verb that nothing proves is named, a row that is only observed is not', () => {
  const claimed = {
    path: 'run',
    event: 'onAgentResponse',
    status: 'enforced',
    verbs: ['deny', 'respond'],
  } as const;
  const observed = { ...claimed, status: 'observed' } as const;
  expect(unbackedRows([claimed, observed], [fakeHarness()])).toEqual([
    { row: claimed, verbs: ['respond'] },
  ]);
});

test('what a harness cannot show proves nothing', () => {
  const row = { path: 'run', event: 'onTrigger', status: 'enforced', verbs: ['deny'] } as const;
  const harness = fakeHarness();
  const supports = {
    ...harness.supports,
    trigger: { kind: 'absent', reason: 'no triggers' },
  } as const;
  expect(unbackedRows([row], [{ ...harness, supports }])).toEqual([{ row, verbs: ['deny'] }]);
});
