import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parityOf } from '../test/report-of.ts';
import { runApp } from '../test/run-app.ts';
import { frameworks } from './frameworks/frameworks.ts';

const data =
  process.env['INTERPOSE_DATA'] ??
  fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const policiesIn = (file: string): string =>
  fileURLToPath(new URL(`../test/${file}`, import.meta.url));
const rows = 12;

describe.skipIf(!existsSync(data))(
  'real recordings (skipped where neither INTERPOSE_DATA nor ../shared/data holds any)',
  () => {
    const files = [
      'agentdyn/gpt-4o-mini-2024-07-18.jsonl.gz',
      'agentdyn/meta-llama_llama-3.3-70b-instruct.jsonl.gz',
      'tau-airline/gpt-4o-trajectories.json.gz',
    ];
    const ways = files.flatMap((file) =>
      [[], ['--stream']].flatMap((stream) =>
        ['none', policiesIn('busy-policies.ts')].map((policies) => ({
          file,
          stream,
          policies,
        })),
      ),
    );

    test.each(ways)('$file $stream with $policies', async ({ file, stream, policies }) => {
      const words = [join(data, file), '--framework', 'all', '--policies', policies, ...stream];
      const ended = await runApp('replay', [...words, '--limit', String(rows), '--json']);
      const { frameworks: reports, parity } = parityOf(ended);
      expect(Object.keys(reports)).toEqual([...frameworks.keys()]);
      for (const report of Object.values(reports)) {
        expect(report).toMatchObject({ runs: rows, failed: 0, mismatched: 0, failures: [] });
      }
      expect(parity).toMatchObject({ runs: rows, unlisted: 0 });
      expect(ended.exitCode).toBe(0);
    });
  },
);
