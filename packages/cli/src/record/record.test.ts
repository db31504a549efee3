import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHooks, deny, type Policy } from '@interpose/core';
import { redactSecrets } from '@interpose/policies/redact-secrets';
import { readRun } from '@interpose/testing/recorded-runs';
import { afterAll, expect, test } from 'vitest';

import { recordedCall } from '../../test/recorded-rows.ts';
import { readRecordings, type RecordedSession } from '../recordings/read-recordings.ts';
import { replayRun } from '../replay/replay-run.ts';
import { record } from './record.ts';
import type { RecordOptions } from './record-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plays a run through hooks that record, and returns what they wrote. */
async function recorded(
  name: string,
  policies: readonly Policy[],
  options: Partial<RecordOptions> = {},
  runs = 1,
): Promise<RecordedSession[]> {
  const file = join(folder, name);
  const hooks = createHooks({ policies: [...policies, record({ redact: [], file, ...options })] });
  const run = readRun(JSON.parse(recordedCall('refund', { cents: 5, key: SECRET }, 'paid')));
  for (let number = 1; number <= runs; number++)
    await replayRun({ hooks, run, sessionId: `s${number}`, asks: () => 0 });
  await hooks.close();
  const rows: RecordedSession[] = [];
  for await (const row of readRecordings([file])) if (row.kind === 'run') rows.push(row);
  return rows;
}

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

test('a chat is written as one line that reads as the run it was', async () => {
  const [row, ...more] = await recorded('plain.jsonl', []);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    sessionId: 's1',
    isNamed: true,
    agent: { id: 'recorded' },
    decisions: [],
  });
  expect(row?.run.chats).toMatchObject([
    {
      user: ['Do it.'],
      turns: [
        {
          calls: [
            {
              name: 'refund',
              args: { cents: 5, key: SECRET },
              outcome: { kind: 'result', content: 'paid' },
            },
          ],
        },
        { text: 'It is done.', calls: [] },
      ],
    },
  ]);
});

test('a denial is kept with its record, and the call with the arguments that the model gave', async () => {
  const closed: Policy = {
    name: 'closed',
    hooks: { preToolCall: () => deny('no', { code: 'shut' }) },
  };
  const [row] = await recorded('denied.jsonl', [closed]);
  expect(row?.decisions).toMatchObject([
    { event: 'preToolCall', decision: 'deny', codes: ['shut'] },
  ]);
  expect(row?.run.chats[0]?.turns[0]?.calls[0]).toMatchObject({
    args: { cents: 5 },
    outcome: { kind: 'error', message: 'Blocked by closed: no' },
  });
});

test('what redacting policies find is not written', async () => {
  const [row] = await recorded('redacted.jsonl', [], { redact: [redactSecrets()] });
  const text = readFileSync(join(folder, 'redacted.jsonl'), 'utf8');
  expect(text).not.toContain(SECRET);
  expect(row?.run.tools).toEqual(['refund']);
});

test('a full file is set aside, and the oldest is dropped', async () => {
  await recorded('full.jsonl', [], { maxBytes: 600, maxFiles: 2 }, 8);
  const sizes = ['', '.1', '.2'].map(
    (end) => readFileSync(join(folder, `full.jsonl${end}`)).length,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1200);
  expect(existsSync(join(folder, 'full.jsonl.3'))).toBe(false);
});

test('without redact it refuses to start', () => {
  expect(() => record({} as RecordOptions)).toThrow(
    /^\[invalid_option\] record has no list redact/,
  );
});

test('a file that cannot be written is told with its code and a remedy, and the chat goes on', async () => {
  const told = await failuresAt('/dev/full');
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]).toBe(
    '[file_unwritable] /dev/full cannot be written: ENOSPC: no space left on device; make room on the disk',
  );
  writeFileSync(join(folder, 'file'), '');
  const below = join(folder, 'file/below.jsonl');
  expect((await failuresAt(below))[0]).toMatch(
    /^\[file_unwritable\] .*below\.jsonl cannot be written: E\w+: .*; name a file in a folder/,
  );
});

/** Returns the failures that hooks report when more chats are left open than are kept and one ends. */
async function failuresAt(file: string): Promise<readonly string[]> {
  const hooks = createHooks({ policies: [record({ redact: [], file })] });
  const told: string[] = [];
  hooks.observe('onHookError', ({ error }) => void told.push((error as Error).message));
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  for (let number = 0; number <= 1000; number++)
    await hooks.dispatch('preToolCall', { call: { id: '1', name: 'refund', args: {} }, tool });
  const run = readRun(JSON.parse(recordedCall('refund', {}, 'paid')));
  await replayRun({ hooks, run, sessionId: 's', asks: () => 0 });
  await hooks.close();
  return told;
}

test('a disk that takes half a line keeps none of it, and takes the next', () => {
  const file = join(folder, 'almost-full.jsonl');
  const program = `
    import { RotatingFile } from '${new URL('rotating-file.ts', import.meta.url).href}';
    const file = new RotatingFile(${JSON.stringify(file)}, 1e9, 1);
    for (const line of ['first', 'x'.repeat(9000), 'last'])
      await file.write(line).catch(({ message }) => console.log(message));`;
  const words = ['--conditions=@interpose/source', '--input-type=module', '--eval', program];
  const line = ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, ...words];
  const { stdout } = spawnSync('sh', line, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(stdout).toMatch(
    /^\[file_unwritable\] .* cannot be written: EFBIG: file too large; make room on the disk\n$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('first\nlast\n');
});
