import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { FOUND, PIECES, textOf, type AdversarialText } from './adversarial-texts.ts';
import { findHeld, findSlow } from './find-slow.ts';
import { worked } from './measure-decision.ts';
import {
  READING_NO_TEXT,
  scanningPolicies,
  TESTED_ELSEWHERE,
  type Decide,
} from './scanning-policies.ts';

const LONGEST = 1_000_000;
/** Longer texts are often denied before they are read, so that these may hold the loop for longest. */
const IN_BETWEEN = [100_000, 400_000];

const policies = await scanningPolicies();
const texts: readonly AdversarialText[] = [...FOUND, ...PIECES.map((piece) => ({ piece }))];

describe.each(Object.entries(policies))('%s, on texts made to take it long', (name, decide) => {
  test(
    'decides without holding the loop, in time that grows with the text',
    { timeout: 300_000 },
    async () => {
      await decide(textOf({ piece: 'a' }, 1000))();
      const slow: string[] = [];
      for (const text of name.startsWith('track-taint') ? texts.filter(isThird) : texts)
        for (const length of lengthsFor(name)) slow.push(...(await findSlow(decide, text, length)));
      for (const text of texts)
        for (const length of IN_BETWEEN) slow.push(...(await findHeld(decide, text, length)));
      expect(slow).toEqual([]);
    },
  );
});

/** A session that reads a million characters takes a second of turns; a quarter of it proves the same. */
function lengthsFor(name: string): readonly number[] {
  return name.startsWith('track-taint') ? [50_000, LONGEST / 4] : [50_000, LONGEST];
}

/** A session that reads takes as long as it likes, in turns. */
function isThird(_: unknown, at: number): boolean {
  return at < FOUND.length || at % 3 === 0;
}

describe('a slow scanner is found', () => {
  test.each<[string, number, Decide, string]>([
    ['that takes the fourth power of the length, in turns', 1000, steep, 'times its half'],
    ['that holds the loop for long', 1000, busyFor(200), 'ms at once'],
  ])('%s', { timeout: 300_000 }, async (_, length, decide, says) => {
    const slow = await findSlow(decide, { piece: 'a' }, length);
    expect(slow.join()).toContain(says);
  });

  test('one that takes a few milliseconds is none', async () => {
    expect(await findSlow(busyFor(10), { piece: 'a' }, 1000)).toEqual([]);
  });

  function steep(text: string): ReturnType<Decide> {
    return async () => {
      const milliseconds = 320 * (text.length / 1000) ** 4;
      for (let done = 0; done < milliseconds; done += 10) {
        await busyFor(10)('')();
        await setImmediate();
      }
      return undefined;
    };
  }

  function busyFor(milliseconds: number): Decide {
    return () => async () => {
      const started = worked();
      while (worked() - started < milliseconds);
      return undefined;
    };
  }
});

test('every ready policy is asked, or reads no text', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../src'));
  const asked = new Set(Object.keys(policies).map((name) => name.split(':')[0]));
  const unasked = folders.filter((folder) => !asked.has(folder));
  expect(unasked.toSorted()).toEqual([...READING_NO_TEXT, ...TESTED_ELSEWHERE].toSorted());
});

test.each([
  ['redact-personal: result', '4111 '],
  ['redact-secrets', 'a'],
  ['guard-shell: script', 'a;'],
  ['guard-egress: call', 'http://a.b/'],
  ['guard-egress: answer', 'http://a.b/'],
  ['check-arguments', '1 '],
  ['rules', 'a'],
  ['stop-loops', '1 '],
  ['track-taint: argument', 'ZXZpbC5leGFtcGxl'],
])('%s denies what is beyond its budget as too complex', async (name, piece) => {
  const verdict = await policies[name]!(textOf({ piece }, 2 * LONGEST))();
  expect(verdict).toMatchObject({ decision: 'deny', code: 'too_complex' });
});
