import { align } from './align.ts';
import { describeEntry, describePlace } from './describe-entry.ts';
import type { ParityEntry } from '../log/parity-entry.ts';

/** One place where a framework tells a run in another way than the first framework does. */
export interface ParityDifference {
  /** The event in the log of the framework, from 1; where it is missing, the one before which it belongs. */
  readonly position: number;
  /** What the first framework tells there, if anything. */
  readonly expected?: ParityEntry | undefined;
  /** What this framework tells there, if anything. */
  readonly got?: ParityEntry | undefined;
}

/** Every place where two logs of the same run differ: an event more or less, or another decision. */
export function compareLogs(
  expected: readonly ParityEntry[],
  got: readonly ParityEntry[],
): ParityDifference[] {
  const isSame =
    expected.length === got.length &&
    expected.every((entry, index) => isAlike(entry, got[index] as ParityEntry));
  if (isSame) return [];
  const differences: ParityDifference[] = [];
  let position = 1;
  for (const pair of align(expected, got, describePlace)) {
    const isMatch = pair.expected !== undefined && pair.got !== undefined;
    if (!isMatch || !isAlike(pair.expected, pair.got)) differences.push({ position, ...pair });
    if (pair.got !== undefined) position += 1;
  }
  return differences;
}

function isAlike(one: ParityEntry, other: ParityEntry): boolean {
  return describeEntry(one) === describeEntry(other);
}
