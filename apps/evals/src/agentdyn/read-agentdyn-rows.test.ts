import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { evalAgentdyn } from './eval-agentdyn.ts';
import { madeUpRow, MadeUpRuns, mailToEve, read } from './made-up-runs.ts';

const runs = new MadeUpRuns();
afterAll(() => runs.remove());
afterEach(() => vi.unstubAllEnvs());

describe('the data of agentdyn', () => {
  test('is reported per suite and model', async () => {
    const folder = runs.write([
      { calls: [read], suite: 'home' },
      { calls: [read] },
      { calls: [read] },
    ]);
    const { groups } = await evalAgentdyn(folder, () => []);
    expect(groups.map(({ suite, benign }) => [suite, benign.succeeded])).toEqual([
      ['home', 1],
      ['office', 2],
    ]);
  });

  test('keeps its bad rows, with the line and the reason', async () => {
    const folder = runs.write([
      'no json',
      { calls: [read] },
      JSON.stringify({ messages: [] }),
      { calls: [mailToEve], attacked: true, suite: 'unheard-of' },
      JSON.stringify({ ...madeUpRow({ calls: [] }), utility: 'yes' }),
    ]);
    const { badRows, benign } = await evalAgentdyn(folder, () => []);
    expect(benign.succeeded).toBe(1);
    expect(badRows.map(({ line, reason }) => [line, reason])).toEqual([
      [1, expect.stringContaining('not JSON')],
      [3, 'model is no text'],
      [4, 'goals.json has no injection_task_0 of unheard-of'],
      [5, 'utility is neither true nor false'],
    ]);
  });

  test('may be packed, and have its goals in the folder above', async () => {
    const folder = runs.write([]);
    mkdirSync(join(folder, 'runs'));
    const file = join(folder, 'runs', 'packed.jsonl.gz');
    writeFileSync(
      file,
      gzipSync(JSON.stringify(madeUpRow({ calls: [mailToEve], attacked: true }))),
    );
    for (const data of [file, join(folder, 'runs')])
      expect((await evalAgentdyn(data, () => [])).attacks.residual).toBe(1);
  });

  test('takes the goals of the recorded data where it brings none', async () => {
    const folder = runs.write([{ calls: [mailToEve], attacked: true }]);
    mkdirSync(join(folder, 'data', 'agentdyn'), { recursive: true });
    renameSync(join(folder, 'goals.json'), join(folder, 'data', 'agentdyn', 'goals.json'));
    vi.stubEnv('INTERPOSE_DATA', join(folder, 'data'));
    expect((await evalAgentdyn(folder, () => [])).attacks.residual).toBe(1);
  });

  test('is asked for with its public source when it is absent', async () => {
    const folder = runs.write([{ calls: [mailToEve] }]);
    await expect(evalAgentdyn(join(folder, 'nowhere'), () => [])).rejects.toThrow(
      /\[data_not_found\].*SaFo-Lab\/AgentDyn/,
    );
    writeFileSync(join(folder, 'goals.json'), '[{ "suite": "office" }]');
    await expect(evalAgentdyn(folder, () => [])).rejects.toThrow('[goals_unreadable]');
    rmSync(join(folder, 'goals.json'));
    vi.stubEnv('INTERPOSE_DATA', folder);
    await expect(evalAgentdyn(folder, () => [])).rejects.toThrow('[goals_not_found]');
    writeFileSync(join(folder, 'runs.jsonl'), '\r\n');
    await expect(evalAgentdyn(folder, () => [])).rejects.toThrow(/^\[data_not_found\] .* no row; /);
    rmSync(join(folder, 'runs.jsonl'));
    await expect(evalAgentdyn(folder, () => [])).rejects.toThrow('[data_not_found]');
  });
});
