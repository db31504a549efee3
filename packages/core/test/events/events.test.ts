import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { EVENT_TABLE } from '../../src/registry/events/event-table.ts';
import { eventRows } from './event-rows.ts';
import { readEventTypes } from './read-event-types.ts';

const events = readEventTypes();
const readmePath = join(import.meta.dirname, '../../README.md');

describe('the events', () => {
  test('are the same to the compiler and at run time', () => {
    expect(events.length).toBeGreaterThan(30);
    expect(events.map(({ name }) => name).toSorted()).toEqual([...EVENT_TABLE.keys()].toSorted());
  });

  test.each(events.map((event) => [event.name, event] as const))(
    '%s means the same to both',
    (name, event) => {
      const row = EVENT_TABLE.get(name)!;
      expect({
        kind: row.kind,
        slot: row.slot,
        keys: row.keys?.toSorted(),
        outcomes: row.outcomes.toSorted(),
        verbs: row.verbs.toSorted(),
      }).toEqual({
        kind: event.kind,
        slot: event.slot,
        keys: event.keys.toSorted(),
        outcomes: event.outcomes.toSorted(),
        verbs: event.verbs.toSorted(),
      });
    },
  );

  test('each say when they fire', () => {
    expect(events.filter(({ fires }) => !/^[A-Z].*\.$/.test(fires))).toEqual([]);
  });

  test('are listed in the README (update it with vitest -u)', async () => {
    const readme = readFileSync(readmePath, 'utf8');
    const [before, after] = readme.split(/<!-- events -->[^]*<!-- \/events -->/);
    const current = `${before}<!-- events -->\n\n${eventRows(events)}\n\n<!-- /events -->${after}`;
    await expect(current).toMatchFileSnapshot(readmePath);
  });
});
