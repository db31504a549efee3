import { expect, test } from 'vitest';

import { engineCases } from './engine-cases.ts';
import { openTrack } from './open-track.ts';
import { policyTable } from './policy-table.ts';
import { stateCases } from './state-cases.ts';
import { toolCases } from './tool-cases.ts';

test.each([...toolCases, ...stateCases, ...engineCases])('$name says $says', async (one) => {
  const { chat, hooks } = await openTrack(one.policy());
  for (const index of [0, 1, 2])
    expect((await chat.dispatch(one.event, one.payload(index))).decision).toBe(one.says);
  await hooks.close();
});

test('the table has a row per decision', () => {
  const table = policyTable([{ name: 'allow-tools', microseconds: 1.04, overSilence: 1.25 }]);
  expect(table.split('\n')[2]).toBe('| allow-tools | 1.0 | 1.3 |');
});
