import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { FOUND, PIECES, textOf, type AdversarialText } from './adversarial-texts.ts';
import { leastOf } from './measure-decision.ts';
import { READING_NO_TEXT, scanningPolicies, TESTED_ELSEWHERE } from './scanning-policies.ts';

const LONGEST = 1_000_000;
/** What a decision may hold the loop for; the second figure is for what this machine does beside it. */
const MOST_MS = 50;
const SLACK_MS = 30;
/** Below this, time says more about the machine than about the scanner. */
const TELLING_MS = 20;
const MOST_GROWTH = 2.5;

const policies = await scanningPolicies();
const texts: readonly AdversarialText[] = [...FOUND, ...PIECES.map((piece) => ({ piece }))];

describe.each(Object.entries(policies))('%s, on texts made to take it long', (name, decide) => {
  test(
    'decides without holding the loop, in time that grows with the text',
    { timeout: 120_000 },
    async () => {
      await decide(textOf({ piece: 'a' }, 1000));
      const slow: string[] = [];
      for (const text of name.startsWith('track-taint') ? texts.filter(isThird) : texts)
        for (const length of lengthsFor(name)) {
          const whole = await measureText(text, length);
          if (whole.stretch > MOST_MS + SLACK_MS)
            slow.push(
              `${JSON.stringify(text)} of ${length}: ${whole.stretch.toFixed(0)} ms at once`,
            );
          if (whole.total < TELLING_MS) continue;
          const growth = await growthAt(text, length, whole.total);
          if (growth > MOST_GROWTH)
            slow.push(`${JSON.stringify(text)} of ${length}: ${growth.toFixed(1)} times its half`);
        }
      expect(slow).toEqual([]);
    },
  );

  /** How much longer than its half the text takes: the least of several goes. */
  async function growthAt(text: AdversarialText, length: number, took: number): Promise<number> {
    let growth = Infinity;
    let whole = took;
    for (let go = 0; go < 4 && growth > MOST_GROWTH; go += 1) {
      const half = await measureText(text, length / 2);
      growth = Math.min(growth, whole / Math.max(half.total, TELLING_MS / 2));
      if (growth > MOST_GROWTH) whole = (await measureText(text, length)).total;
    }
    return growth;
  }

  function measureText(text: AdversarialText, length: number): ReturnType<typeof leastOf> {
    const written = textOf(text, length);
    return leastOf(
      6,
      ({ stretch }) => stretch < MOST_MS / 2,
      () => decide(written),
    );
  }
});

/** A session that reads a million characters takes a second of turns; a quarter of it proves the same. */
function lengthsFor(name: string): readonly number[] {
  return name.startsWith('track-taint') ? [50_000, LONGEST / 4] : [50_000, LONGEST];
}

/** A session that reads takes as long as it likes, in turns. */
function isThird(_: unknown, at: number): boolean {
  return at < FOUND.length || at % 3 === 0;
}

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
  const verdict = await policies[name]!(textOf({ piece }, 2 * LONGEST));
  expect(verdict).toMatchObject({ decision: 'deny', code: 'too_complex' });
});
