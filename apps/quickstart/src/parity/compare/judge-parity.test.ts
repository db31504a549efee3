import { describe, expect, test } from 'vitest';
import { judgeParity, type RunParity } from './judge-parity.ts';
import type { ListedDifference } from './listed-difference.ts';
import type { ParityDecision, ParityEntry } from '../log/parity-entry.ts';

const allowed: ParityDecision = {
  decision: 'allow',
  by: [],
  codes: [],
  changed: false,
  mode: 'enforce',
};

function entry(event: string, more: Partial<ParityEntry> = {}): ParityEntry {
  return { event, chat: 1, attempt: 1, about: '', ...more };
}

const denied: ParityDecision = {
  ...allowed,
  tool: 'refund',
  decision: 'deny',
  by: ['shop/preToolCall'],
  codes: ['too_much'],
  changed: true,
};

const log: readonly ParityEntry[] = [
  entry('onSessionStart'),
  entry('onChatStart'),
  entry('preRequest', { iteration: 0, decision: allowed }),
  entry('onResponse', { iteration: 0, decision: allowed }),
  entry('preToolCall', { iteration: 0, call: 1, about: 'refund', decision: denied }),
  entry('onMessage', { call: 1, about: 'tool' }),
  entry('onChatDone', { about: 'completed' }),
];

function compare(
  entries: readonly ParityEntry[],
  list: readonly ListedDifference[] = [],
): RunParity {
  const sides = [
    { framework: 'first', entries: log },
    { framework: 'second', entries },
  ];
  return judgeParity(sides, list);
}

/** The log with one decision that differs in one thing. */
function deciding(change: Partial<ParityDecision>): ParityEntry[] {
  return log.map((each) =>
    each.event === 'preToolCall' ? { ...each, decision: { ...denied, ...change } } : each,
  );
}

test('logs that tell the same have no difference', () => {
  expect(compare(structuredClone(log))).toEqual({ unlisted: [], listed: new Map() });
});

describe('a difference is found where', () => {
  test('an event is missing', () => {
    const { unlisted } = compare(log.toSpliced(3, 1));
    expect(unlisted).toEqual([{ framework: 'second', position: 4, expected: log[3] }]);
  });

  test('an event is too many', () => {
    const extra = entry('onChatError');
    const { unlisted } = compare([...log, extra]);
    expect(unlisted).toEqual([{ framework: 'second', position: 8, got: extra }]);
  });

  test('two events are swapped', () => {
    const { unlisted } = compare(log.toSpliced(2, 2, log[3]!, log[2]!));
    expect(unlisted).toHaveLength(2);
  });

  test.each<[string, Partial<ParityDecision>]>([
    ['another verdict', { decision: 'respond' }],
    ['another code', { codes: ['too_little'] }],
    ['no code', { codes: [] }],
    ['another policy', { by: ['shop/preRequest'] }],
    ['another tool', { tool: 'pay' }],
    ['no change', { changed: false }],
    ['another mode', { mode: 'monitor' }],
    ['another settlement', { settled: 'refused' }],
  ])('a decision has %s', (_, change) => {
    const got = deciding(change)[4];
    const { unlisted } = compare(deciding(change));
    expect(unlisted).toEqual([{ framework: 'second', position: 5, expected: log[4], got }]);
  });

  test('a decision is missing', () => {
    const silent = log.map((each) =>
      each === log[2] ? entry('preRequest', { iteration: 0 }) : each,
    );
    expect(compare(silent).unlisted).toHaveLength(1);
  });

  test.each<[string, Partial<ParityEntry>]>([
    ['chat', { chat: 2 }],
    ['call', { call: 2 }],
    ['attempt', { attempt: 2 }],
    ['model call', { iteration: 1 }],
    ['tool', { about: 'pay' }],
  ])('an event belongs to another %s', (_, change) => {
    const moved = log.map((each) => (each.event === 'preToolCall' ? { ...each, ...change } : each));
    expect(compare(moved).unlisted).toHaveLength(2);
  });
});

describe('a listed difference', () => {
  const missing = log.toSpliced(3, 1);
  const listing = (framework: string, more: Partial<ListedDifference> = {}): ListedDifference => ({
    framework,
    event: 'onResponse',
    reason: 'the host does not tell',
    matches: ({ own, others }) => own === undefined && others?.iteration === 0,
    ...more,
  });

  test('is counted and nothing is left unlisted', () => {
    const known = listing('second');
    expect(compare(missing, [known])).toEqual({ unlisted: [], listed: new Map([[known, 1]]) });
  });

  test.each<[string, ListedDifference]>([
    ['another framework', listing('third')],
    ['another event', listing('second', { event: 'preRequest' })],
    ['another place', listing('second', { matches: ({ others }) => others?.iteration === 1 })],
    ['the other direction', listing('second', { matches: ({ own }) => own !== undefined })],
  ])('does not excuse %s', (_, known) => {
    expect(compare(missing, [known])).toMatchObject({ unlisted: [{ framework: 'second' }] });
  });

  test('of the first framework is met from the other side and counted once', () => {
    const known = listing('first', { matches: ({ own, others }) => own !== undefined && !others });
    const others = ['second', 'third'].map((framework) => ({ framework, entries: missing }));
    const judged = judgeParity([{ framework: 'first', entries: log }, ...others], [known]);
    expect(judged).toEqual({ unlisted: [], listed: new Map([[known, 1]]) });
  });
});
