import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { recordedCall, recording } from '../../../test/recorded-rows.ts';
import { temporaryApp } from '../../../test/temporary-app.ts';

const [FEW, MANY] = [1000, 10_000];

/** Policies that print to standard error how many kilobytes are in use after this many records. */
const MEASURING = `let calls = 0;
export default [{
  name: 'heap',
  hooks: { preToolCall: () => {
    calls += 1;
    if (calls === ${FEW} || calls === ${MANY}) {
      gc();
      console.error(Math.round(process.memoryUsage().heapUsed / 1024));
    }
    return calls % 3 === 0 ? { decision: 'deny', reason: 'no ' + calls, code: 'third' } : undefined;
  } },
}];
`;

const app = temporaryApp({ 'interpose.config.mjs': MEASURING, 'candidate.mjs': MEASURING });
afterAll(() => app[Symbol.dispose]());

const command = join(app.folder, 'node_modules/interpose/dist/cli.js');
const rows = (about: (place: number) => Readonly<Record<string, unknown>>): string =>
  recording(
    ...Array.from({ length: MANY }, (_, place) =>
      recordedCall(`pay${place % 1000}`, { place }, `done ${place}`, about(place)),
    ),
  );

test.for<[string, (place: number) => Readonly<Record<string, unknown>>]>([
  ['runs of their own', () => ({})],
  ['sessions of two runs', (place) => ({ session: `s-${place >> 1}` })],
  ['one session that goes on and on', () => ({ session: 'thread' })],
])('replay and diff hold no more after 10,000 records than after 1,000: %s', async ([, about]) => {
  app.write('runs.jsonl', rows(about));
  for (const words of [['replay'], ['diff', '--candidate', 'candidate.mjs']]) {
    const { err, code } = await app.node('--expose-gc', command, ...words, 'runs.jsonl');
    expect([words[0], code]).toEqual([words[0], 0]);
    const used = err.trim().split('\n').map(Number);
    // Each set of policies measures on its own. A record kept in memory would take more than 100 bytes.
    expect(used).toHaveLength(words.length === 1 ? 2 : 4);
    expect(used.at(-1)! - used[0]!).toBeLessThan((MANY - FEW) / 10);
  }
});
