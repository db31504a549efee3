import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeFile } from '../test/made-up-rows.ts';
import { reportOf } from '../test/report-of.ts';
import { runApp } from '../test/run-app.ts';

const data =
  process.env['INTERPOSE_DATA'] ??
  fileURLToPath(new URL('../../../../shared/data', import.meta.url));

describe.skipIf(!existsSync(data))(
  'real recordings (skipped where neither INTERPOSE_DATA nor ../shared/data holds any)',
  () => {
    const files = [
      'agentdyn/gpt-4o-mini-2024-07-18.jsonl.gz',
      'agentdyn/meta-llama_llama-3.3-70b-instruct.jsonl.gz',
      'tau-airline/gpt-4o-trajectories.json.gz',
    ];
    const watchful = writeFile(
      'watchful.mjs',
      `const see = () => undefined;
       const later = async () => undefined;
       export default [{ name: 'watchful', hooks: {
         onUserMessage: see, onSystemMessage: later, preRequest: see, onResponse: later,
         preToolCall: see, onToolCallResult: later, onToolCallError: see, onAgentResponse: see,
       } }];`,
    );
    const ways = files.flatMap((file) =>
      [[], ['--stream']].flatMap((stream) =>
        ['none', watchful].map((policies) => ({ file, stream, policies })),
      ),
    );

    test.each(ways)('$file $stream with $policies', async ({ file, stream, policies }) => {
      const words = [join(data, file), '--framework', 'ai-sdk', '--policies', policies];
      const ended = await runApp('replay', [...words, ...stream, '--limit', '30', '--json']);
      expect(reportOf(ended)).toMatchObject({ runs: 30, failed: 0, mismatched: 0, failures: [] });
      expect(ended.exitCode).toBe(0);
    });
  },
);
