import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** Plays a run through hooks that record, and gives what was written. */
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
