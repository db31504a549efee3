import { textOf, type AdversarialText } from './adversarial-texts.ts';
import { slowness } from './machine-speed.ts';
import { leastOf, type Measured } from './measure-decision.ts';
import type { Decide } from './scanning-policies.ts';

/** What a decision may hold the loop for; the second figure is for what the stated machine does beside it. */
const MOST_MS = 50;
const SLACK_MS = 30;
/** Below this, time says more about the machine than about the scanner. */
const TELLING_MS = 20;
const MOST_GROWTH = 2.5;
/** A machine with other work spoils some; what is really slow is slow in all. */
const MOST_GOES = 12;

/** What is wrong with how long a decision about a text takes: it holds the loop, or takes longer than in proportion. */
export async function findSlow(
  decide: Decide,
  text: AdversarialText,
  length: number,
): Promise<readonly string[]> {
  const whole = await measureText(decide, text, length);
  const slow = tellHeld(text, length, whole);
  if (whole.total < TELLING_MS) return slow;
  const growth = await growthAt(decide, text, length, whole.total);
  if (growth <= MOST_GROWTH) return slow;
  return [...slow, `${JSON.stringify(text)} of ${length}: ${growth.toFixed(1)} times its half`];
}

/** The first half of that, which takes a tenth of the time. */
export async function findHeld(
  decide: Decide,
  text: AdversarialText,
  length: number,
): Promise<readonly string[]> {
  return tellHeld(text, length, await measureText(decide, text, length));
}

function tellHeld(text: AdversarialText, length: number, { stretch }: Measured): readonly string[] {
  if (stretch <= MOST_MS + SLACK_MS) return [];
  // Only the slack is longer on a slower machine, by how many times longer a fixed piece of work takes there just now.
  const most = MOST_MS + SLACK_MS * slowness();
  if (stretch <= most) return [];
  const held = `${stretch.toFixed(0)} ms at once of ${most.toFixed(0)}`;
  return [`${JSON.stringify(text)} of ${length}: ${held}`];
}

/** How much longer than its half the text takes: the least of several goes. */
async function growthAt(
  decide: Decide,
  text: AdversarialText,
  length: number,
  took: number,
): Promise<number> {
  let growth = Infinity;
  let whole = took;
  for (let go = 0; go < MOST_GOES && growth > MOST_GROWTH; go += 1) {
    const half = await measureText(decide, text, length / 2);
    growth = Math.min(growth, whole / Math.max(half.total, TELLING_MS / 2));
    if (growth > MOST_GROWTH) whole = (await measureText(decide, text, length)).total;
  }
  return growth;
}

function measureText(decide: Decide, text: AdversarialText, length: number): Promise<Measured> {
  const written = textOf(text, length);
  return leastOf(
    MOST_GOES,
    ({ stretch }) => stretch < MOST_MS / 2,
    () => decide(written),
  );
}
