import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { CONTROL, Timings } from '../../method/timings.ts';
import { shuffle } from '../../method/shuffle.ts';

const ROUNDS = 15;
const COMMAND = fileURLToPath(import.meta.resolve('interpose/cli'));
/** The oldest Node that packages support, beside the one that runs this. */
const OLDEST = fileURLToPath(
  new URL('../../../../../node_modules/node-22/bin/node', import.meta.url),
);
const EMPTY = ['-e', '0'];

/** How long `interpose` takes to start, over an empty program of the same Node. */
export const gate: Gate = { id: 'G33', name: 'start of the command', tolerance: 0.1, measure };

async function measure(): Promise<Sample> {
  const starts = new Map<string, readonly string[]>([
    ['empty', [process.execPath, ...EMPTY]],
    ['command', [process.execPath, COMMAND, '--version']],
    ['empty, oldest Node', [OLDEST, ...EMPTY]],
    ['command, oldest Node', [OLDEST, COMMAND, '--version']],
    [CONTROL, [process.execPath, ...EMPTY]],
  ]);
  const times = new Timings(await startAll(starts), 'empty');
  const over = (one: string, other: string): number =>
    (times.nanoseconds(one) - times.nanoseconds(other)) / 1e6;
  return {
    control: times.control,
    parts: [
      atMost('over node -e 0', over('command', 'empty'), 150, 'ms'),
      atMost(
        'over node -e 0, oldest Node',
        over('command, oldest Node', 'empty, oldest Node'),
        150,
        'ms',
      ),
    ],
    peers: ['empty', 'empty, oldest Node'].map((name) => ({
      name,
      value: times.nanoseconds(name) / 1e6,
      unit: 'ms' as const,
    })),
  };
}

/** Nanoseconds of each, one after the other in a new order each round; the first round fills the compile cache. */
async function startAll(
  starts: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, number[]>> {
  const rounds = new Map<string, number[]>([...starts.keys()].map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, [program = '', ...words]] of shuffle([...starts])) {
      const began = performance.now();
      await promisify(execFile)(program, words);
      if (round > 0) rounds.get(name)?.push((performance.now() - began) * 1e6);
    }
  return rounds;
}
