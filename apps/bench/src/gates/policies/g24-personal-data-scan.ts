import { kindsOf, personalDetector } from '@interpose/policies/redact-personal';

import { atLeast, atMost, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { median } from '../../method/median.ts';
import { timeCases } from '../../method/time-cases.ts';
import { adversarialTexts } from '../../personal/adversarial-texts.ts';
import { findInTurn } from '../../personal/find-in-turn.ts';
import { PERSONAL_TYPES, personalText } from '../../personal/personal-text.ts';

const SIZE = 100_000;
const MOST_GOES = 10;
const TIMES = 5;
const LEAST_MS = 20;

/** Text without personal data costs a fraction of what the same patterns cost in turn, and no text costs more than linear time. */
export const gate: Gate = { id: 'G24', name: 'scan for personal data', tolerance: 0.03, measure };

const detector = personalDetector(PERSONAL_TYPES);
const kinds = kindsOf(PERSONAL_TYPES);

async function measure(): Promise<Sample> {
  const clean = await compare(0);
  const sparse = await compare(20);
  const dense = await compare(1);
  const worst = Math.max(...adversarialTexts.map(([, make]) => growth(make)));
  return {
    control: median([clean.control, sparse.control, dense.control]),
    parts: [
      atLeast('clean text, times faster than the patterns in turn', clean.ratio, 4),
      atLeast('one line in 20, times faster', sparse.ratio, 2),
      atLeast('every line, times faster', dense.ratio, 0.8),
      atMost('hits that differ', clean.differing + sparse.differing + dense.differing, 0, 'count'),
      atMost('time of twice an adversarial text over once', worst, 2.5),
    ],
    peers: [...clean.figures, ...sparse.figures, ...dense.figures],
  };
}

async function compare(every: number): Promise<{
  readonly ratio: number;
  readonly control: number;
  readonly differing: number;
  readonly figures: Sample['peers'];
}> {
  const text = personalText(SIZE, every);
  const label = every === 0 ? 'clean' : `one line in ${every}`;
  const [inTurn, oneScan] = [`${label}: patterns in turn`, `${label}: one scan`];
  const cases = {
    [inTurn]: (count: number) => {
      for (let i = 0; i < count; i += 1) keep(findInTurn(text, kinds));
    },
    [oneScan]: (count: number) => {
      for (let i = 0; i < count; i += 1) keep(detector.find(text));
    },
  };
  const timings = await timeCases(cases, { baseline: inTurn, rounds: 100, batchMs: 6 });
  const same = JSON.stringify(findInTurn(text, kinds)) === JSON.stringify(detector.find(text));
  return {
    ratio: timings.ratio(inTurn, oneScan),
    control: timings.control,
    differing: same ? 0 : 1,
    figures: timings.figures(inTurn, oneScan),
  };
}

/**
 * How much longer twice the text takes, by the quickest of several goes; below some milliseconds, the clock says more
 * about itself than about the pattern.
 */
function growth(make: (length: number) => string): number {
  const [once, twice] = [make(SIZE / 2), make(SIZE)];
  let [least, leastTwice] = [Infinity, Infinity];
  for (let go = 0; go < MOST_GOES; go += 1) {
    least = Math.min(least, duration(once));
    leastTwice = Math.min(leastTwice, duration(twice));
    if (leastTwice <= 2.2 * Math.max(LEAST_MS, least)) break;
  }
  return leastTwice / Math.max(LEAST_MS, least);
}

/** Milliseconds this thread worked on the text several times: what others do on the machine does not count. */
function duration(text: string): number {
  const started = process.threadCpuUsage();
  for (let time = 0; time < TIMES; time += 1) keep(detector.find(text));
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}
