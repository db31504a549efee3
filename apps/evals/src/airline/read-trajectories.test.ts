import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { evalAirline } from './eval-airline.ts';
import { madeUpFlightRow, MadeUpFlights } from './made-up-flights.ts';

const flights = new MadeUpFlights();
afterAll(() => flights.remove());
afterEach(() => vi.unstubAllEnvs());

describe('the data of the airline', () => {
  test('keeps its bad rows, with the line and the reason', async () => {
    const folder = flights.write([]);
    const rows = [
      'no json',
      JSON.stringify(madeUpFlightRow({ reward: 0 }, 1)),
      JSON.stringify({ ...madeUpFlightRow({ reward: 0 }, 2), reward: 'none' }),
      JSON.stringify({ ...madeUpFlightRow({ reward: 0 }, 3), task_id: null }),
      JSON.stringify({ ...madeUpFlightRow({ reward: 0 }, 4), info: { task: { actions: [7] } } }),
    ];
    writeFileSync(join(folder, 'runs.jsonl'), rows.join('\n'));
    const report = await evalAirline(join(folder, 'runs.jsonl'));
    expect(report.failedRuns).toBe(1);
    expect(report.badRows.map(({ line, reason }) => [line, reason])).toEqual([
      [1, expect.stringContaining('not JSON')],
      [3, 'reward is no number'],
      [4, 'task_id is missing'],
      [5, 'info.task.actions is no list of { name, kwargs }'],
    ]);
  });

  test('may be packed, with its database in the folder above or with the recorded data', async () => {
    const folder = flights.write([]);
    mkdirSync(join(folder, 'runs'));
    const file = join(folder, 'runs', 'packed.json.gz');
    writeFileSync(file, gzipSync(JSON.stringify([madeUpFlightRow({ reward: 0 }, 0)])));
    expect((await evalAirline(file)).failedRuns).toBe(1);
    mkdirSync(join(folder, 'data', 'tau-airline'), { recursive: true });
    for (const name of ['users', 'reservations', 'flights']) {
      const table = readFileSync(join(folder, `${name}.json`));
      writeFileSync(join(folder, 'data', 'tau-airline', `${name}.json.gz`), gzipSync(table));
      rmSync(join(folder, `${name}.json`));
    }
    vi.stubEnv('INTERPOSE_DATA', join(folder, 'data'));
    expect((await evalAirline(join(folder, 'runs'))).failedRuns).toBe(1);
  });

  test('is asked for with its public source when it is absent', async () => {
    const folder = flights.write([{ reward: 0 }]);
    vi.stubEnv('INTERPOSE_DATA', folder);
    await expect(evalAirline(join(folder, 'nowhere'))).rejects.toThrow(
      /\[data_not_found\].*sierra-research\/tau-bench/,
    );
    writeFileSync(join(folder, 'users.json'), '[]');
    await expect(evalAirline(folder)).rejects.toThrow('[database_unreadable]');
    rmSync(join(folder, 'users.json'));
    await expect(evalAirline(folder)).rejects.toThrow('[database_not_found]');
    writeFileSync(join(folder, 'runs.json'), '[]');
    await expect(evalAirline(folder)).rejects.toThrow(/^\[data_not_found\] .* no row; /);
    rmSync(join(folder, 'runs.json'));
    await expect(evalAirline(folder)).rejects.toThrow('[data_not_found]');
  });
});
