import { worked } from './measure-decision.ts';

/** What the work takes, in milliseconds, on the machine that the limit of a decision is stated for. */
const STATED_MS = 4;
const MOST_TIMES = 4;
const GOES = 4;
/** So often that the clock of the thread, which goes in steps, tells how long it took. */
const REPEATS = 16;

const TEXT = 'Ann said: a.b/c, 4111 and "so on"; '.repeat(28_572);
const SHAPE = /(?:https?|wss?):|www\.|(?<=["'])\s{0,8}\d/gi;

/** How many times as long as the machine that the limit is stated for this one takes just now: from 1 to 4. */
export function slowness(): number {
  let least = Infinity;
  for (let go = 0; go < GOES; go += 1) {
    const started = worked();
    for (let again = 0; again < REPEATS; again += 1) work();
    least = Math.min(least, (worked() - started) / REPEATS);
  }
  return Math.min(MOST_TIMES, Math.max(1, least / STATED_MS));
}

/** Work of the kind that policies do: an expression, and a loop over the characters of a megabyte. */
function work(): number {
  let found = 0;
  SHAPE.lastIndex = 0;
  for (let match = SHAPE.exec(TEXT); match !== null; match = SHAPE.exec(TEXT)) found += match.index;
  for (let at = 0; at < TEXT.length; at += 1) if (TEXT.charCodeAt(at) === 0x20) found += 1;
  return found;
}
