import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { recordedCall, recording } from '../../../test/recorded-rows.ts';
import { temporaryApp } from '../../../test/temporary-app.ts';
import type { LearnReport } from './learn-report.ts';

const app = temporaryApp({
  'runs.jsonl': recording(
    recordedCall('search', { text: 'shoes' }, 'done', { good: true }),
    recordedCall('refund', { cents: 900 }, 'done', { good: false }),
    'not json',
  ),
});
afterAll(() => app[Symbol.dispose]());

test('learns from the rows that were asked for, and never writes over a file unasked', async () => {
  const words = ['learn', 'runs.jsonl', '--where', 'good=true'];
  const { out, code } = await app.run(...words);
  expect(code).toBe(1);
  expect(out).toContain('1 good run, 1 tool → learned.yaml (loose)');
  expect(out).toContain('1 row could not be read');
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(readFileSync(join(app.folder, 'learned.yaml'), 'utf8')).not.toContain('refund');
  const again = await app.run(...words);
  expect(again.err).toBe(
    'usage_invalid: learned.yaml is there. Name another file with --out, or add --force.\n',
  );
  expect(again.code).toBe(2);
  expect((await app.run(...words, '--force')).code).toBe(1);
});

test('tells what is wrong with the line, and with runs that are not there', async () => {
  const wrong = await app.run('learn', 'runs.jsonl', '--where', 'good', '--out', 'a.yaml');
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('Write field=value') });
  const none = await app.run('learn', 'runs.jsonl', '--where', 'good=5', '--out', 'b.yaml');
  expect(none).toMatchObject({ code: 3, err: expect.stringContaining('recording_empty') });
  const nobody = await app.run('learn', 'runs.jsonl', '--agent', 'nosuch', '--out', 'c.yaml');
  expect(nobody.err).toMatch(
    /^recording_empty: no row of runs.jsonl has an agent in .* "nosuch"\. /,
  );
  expect([nobody.code, existsSync(join(app.folder, 'c.yaml'))]).toEqual([3, false]);
});

const real = join(
  import.meta.dirname,
  '../../../../../../shared/data/agentdyn/meta-llama_llama-3.3-70b-instruct.jsonl.gz',
);

test.skipIf(!existsSync(real))(
  'rules of real good runs let those runs pass (skipped where ../shared is not)',
  async () => {
    const where = ['--where', 'utility=true', '--where', 'attack=null', '--agent', 'suite'];
    const { out, code } = await app.run('learn', real, ...where, '--out', 'real.yaml', '--json');
    expect(code).toBe(0);
    const report = JSON.parse(out) as LearnReport;
    expect(report).toMatchObject({ runs: 14, unreadable: 0, leftOut: 634, keepsEnough: true });
    expect(report.notLearned[0]).toMatch(/^what to deny: 14 runs are too few, 18 are needed/);
    const checked = await app.run('check', '--config', 'real.yaml');
    expect(checked.out).toContain('0 errors, 0 warnings');
    const replayed = await app.run('replay', real, '--config', 'real.yaml', '--json');
    expect(JSON.parse(replayed.out)).toMatchObject({ runs: 648, failures: {} });
  },
);
