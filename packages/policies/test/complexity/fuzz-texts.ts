import { parseArgs } from 'node:util';

import { PIECES, textOf, type AdversarialText } from './adversarial-texts.ts';
import { leastOf } from './measure-decision.ts';
import { scanningPolicies } from './scanning-policies.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    policy: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const LENGTH = 200_000;
const SUSPECT_MS = 50;
const SUSPECT_GROWTH = 3;

/** Tries texts made of pieces, and prints those that take a policy long: put them into `adversarial-texts.ts`. */
async function fuzzTexts(): Promise<void> {
  const random = randomFrom(Number(values.seed));
  const policies = Object.entries(await scanningPolicies()).filter(([name]) =>
    name.startsWith(values.policy),
  );
  const end = Date.now() + Number(values.minutes) * 60_000;
  let tried = 0;
  for (; Date.now() < end; tried += 1) {
    const text = madeOf(random);
    const [name, decide] = policies[tried % policies.length]!;
    const measureText = (length: number): ReturnType<typeof leastOf> =>
      leastOf(
        3,
        ({ stretch }) => stretch < SUSPECT_MS,
        () => decide(textOf(text, length)),
      );
    const whole = await measureText(LENGTH);
    const half = whole.total < SUSPECT_MS / 2 ? whole : await measureText(LENGTH / 2);
    const growth = whole.total / Math.max(half.total, 5);
    if (whole.stretch > SUSPECT_MS || growth > SUSPECT_GROWTH)
      process.stdout.write(
        `${name}: ${JSON.stringify(text)} ${whole.stretch.toFixed(0)} ms, ${growth.toFixed(1)} times its half\n`,
      );
  }
  process.stdout.write(`${tried} texts tried, --seed ${values.seed}\n`);
}

function madeOf(random: () => number): AdversarialText {
  const pick = (most: number): string =>
    Array.from(
      { length: Math.floor(random() * (most + 1)) },
      () => PIECES[Math.floor(random() * PIECES.length)],
    ).join('');
  return { start: pick(2), piece: pick(2) || 'a', end: pick(2) };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

await fuzzTexts();
