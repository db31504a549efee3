import { describe, expect, test } from 'vitest';

import { timeCases } from './time-cases.ts';

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

let worked = 0;

/** Work of so many rounds; how long it takes is the machine's, how much longer than other work is not. */
function repeat(rounds: number) {
  return (count: number): void => {
    let sum = 0;
    for (let i = 0; i < count * rounds; i += 1) sum = Math.imul(sum ^ i, 0x9e3779b1);
    worked = sum;
  };
}

describe('timeCases', () => {
  test('finds the ratio of two cases and a control near 1', async () => {
    const timings = await timeCases(
      { short: repeat(20_000), long: repeat(60_000) },
      { baseline: 'short', rounds: 15, batchMs: 1, warmupMs: 40, clock: 'processor' },
    );
    expect(worked).not.toBe(0);
    expect(timings.ratio('long', 'short')).toBeGreaterThan(2.4);
    expect(timings.ratio('long', 'short')).toBeLessThan(3.6);
    expect(timings.control).toBeGreaterThan(0.8);
    expect(timings.control).toBeLessThan(1.2);
  });

  test('counts what the processor spends where that is asked for, not what is waited', async () => {
    const rest = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        spin(0.2);
        await new Promise((done) => setTimeout(done, 5));
      }
    };
    const timings = await timeCases(
      { rest },
      { baseline: 'rest', rounds: 5, batchMs: 1, warmupMs: 4, clock: 'processor' },
    );
    expect(timings.nanoseconds('rest')).toBeLessThan(4e6);
  });

  test('waits for asynchronous batches', async () => {
    const timings = await timeCases(
      {
        timer: async (count: number) => {
          for (let i = 0; i < count; i += 1) await new Promise((done) => setTimeout(done, 2));
        },
      },
      { baseline: 'timer', rounds: 3, batchMs: 2, warmupMs: 4 },
    );
    expect(timings.nanoseconds('timer')).toBeGreaterThan(1e6);
  });

  test('refuses a baseline that is not among the cases', async () => {
    await expect(timeCases({}, { baseline: 'none' })).rejects.toThrow('[bench_unknown_case]');
  });
});
