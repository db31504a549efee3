import { expect, test } from 'vitest';

import { CHAT, enforcedRows, OBSERVED_TOOL, rows, TOOL } from './capability-rows.ts';
import { notEnforced, requireRows, rowsOn, toolRows } from './coverage.ts';

const table = [
  ...enforcedRows({ 'agent.run': { ...CHAT, ...TOOL }, 'model.ask': CHAT }),
  ...rows('hosted tool', 'observed', OBSERVED_TOOL, 'runs at the provider'),
];

const thrownBy = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};

test('the rows of paths stand in the order of the table, whatever the order of the paths', () => {
  const found = rowsOn(table, ['model.ask', 'agent.run']);
  expect(found).toEqual(table.filter(({ path }) => path !== 'hosted tool'));
  expect(rowsOn(table, ['no such path'])).toEqual([]);
});

test('a tool that cannot be fully mediated gets the rows of its kind under its own name', () => {
  const own = toolRows(table, [
    ['pay', undefined],
    ['web_search', 'hosted tool'],
  ]);
  expect(new Set(own.map(({ path }) => path))).toEqual(new Set(['hosted tool web_search']));
  expect(own.map(({ event, status, note }) => [event, status, note])).toEqual(
    Object.keys(OBSERVED_TOOL).map((event) => [event, 'observed', 'runs at the provider']),
  );
});

test('nothing is looked up where nobody asks for enforcement', () => {
  expect(() =>
    requireRows({}, () => {
      throw new Error('the rows were read');
    }),
  ).not.toThrow();
});

test('what is enforced on every row passes, and so does a path without rows', () => {
  expect(() => requireRows({ require: 'enforced' }, () => enforcedRows({ a: TOOL }))).not.toThrow();
  expect(() => requireRows({ require: 'enforced' }, () => [])).not.toThrow();
});

test('what is only observed is refused by an error that names its rows, none of the others, and the remedy', () => {
  const error = thrownBy(() => requireRows({ require: 'enforced' }, () => table));
  expect(error).toMatchObject({ code: 'not_enforced' });
  const { message } = error as Error;
  for (const event of Object.keys(OBSERVED_TOOL))
    expect(message).toContain(`hosted tool ${event} observed`);
  expect(message).not.toContain('agent.run');
  expect(message).toMatch(/; remove what these rows name, or drop require: 'enforced'$/);
});

test('rows that a call comes upon later are told by the same error', () => {
  const row = { path: 'images', event: 'preRequest', status: 'unmediated' } as const;
  expect(notEnforced([row]).message).toMatch(/^\[not_enforced\].*: images preRequest unmediated;/);
});
