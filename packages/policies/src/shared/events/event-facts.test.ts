import { eventValues } from '@interpose/testing/arbitraries';
import { describe, expect, test } from 'vitest';

import { EVENT_NAMES, eventFacts } from './event-facts.ts';

describe('what is known of an event', () => {
  test.each(Object.entries(eventValues))('%s is what the contract says', (event, values) => {
    const facts = eventFacts(event);
    expect(facts?.slot).toBe(values.slot?.[0]);
    expect(new Set(['allow', 'deny', ...(facts?.verbs ?? [])])).toEqual(new Set(values.verbs));
    expect(new Set(facts?.outcomes)).toEqual(new Set(Object.keys(values.outcomes)));
  });

  test('is nothing for an observer, an unknown event and a name of every object', () => {
    expect(['onChatDone', 'preToolCal', 'toString'].map(eventFacts)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(EVENT_NAMES).toHaveLength(Object.keys(eventValues).length);
  });
});
