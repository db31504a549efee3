import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { runEval } from '../run-eval.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-agentdyn-'));
afterAll(() => rmSync(folder, { recursive: true }));

const real = join(import.meta.dirname, '../../../../../shared/data/agentdyn');

describe('pnpm eval agentdyn', () => {
  test.skipIf(!existsSync(real))(
    'reads every real row (skipped where ../shared is not)',
    async () => {
      const { exitCode, output } = await runEval('agentdyn', '--data', real, '--json');
      expect(JSON.parse(output)).toMatchObject({
        benign: { succeeded: 70 },
        attacks: { succeeded: 349 },
        asksPerRun: { benign: expect.any(Number) as number, attack: expect.any(Number) as number },
        microseconds: { p50: expect.any(Number) as number, p99: expect.any(Number) as number },
        badRows: [],
      });
      expect(exitCode).toBe(0);
    },
  );

  test('fits a terminal of 80 columns, with the name of a model above its suites', async () => {
    const row = {
      model: 'a-model-with-a-name-that-is-long-enough-to-push-figures-out-of-sight',
      userTask: 'user_task_0',
      utility: true,
      attack: null,
      messages: [{ role: 'user', content: 'hello' }],
    };
    const rows = ['dailylife', 'github'].map((suite) => JSON.stringify({ ...row, suite }));
    writeFileSync(join(folder, 'goals.json'), '[]');
    writeFileSync(join(folder, 'runs.jsonl'), rows.join('\r\n'));
    const { output } = await runEval('agentdyn', '--data', folder);
    const lines = output.trimEnd().split('\n');
    expect(lines.slice(1, 4)).toEqual([
      row.model,
      expect.stringMatching(/^ {2}dailylife .* 1 of 1 /),
      expect.stringMatching(/^ {2}github .* 1 of 1 /),
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('judges with the policies of a module of your own', async () => {
    const row = {
      model: 'm',
      suite: 's',
      userTask: 'user_task_0',
      utility: true,
      attack: null,
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'exec', args: {} }] },
        { role: 'tool', tool_call_id: '1', content: 'done' },
      ],
    };
    writeFileSync(join(folder, 'goals.json'), '[]');
    writeFileSync(join(folder, 'runs.jsonl'), JSON.stringify(row));
    const module = join(folder, 'policies.mjs');
    writeFileSync(
      module,
      "const no = () => ({ decision: 'deny', reason: 'no' });\nexport const policiesFor = () => [{ name: 'no', hooks: { preToolCall: no } }];",
    );
    const { output } = await runEval('agentdyn', '--data', folder, '--policies', module, '--json');
    expect(JSON.parse(output)).toMatchObject({ benign: { succeeded: 1, kept: 0 } });
    writeFileSync(module, 'export default [];');
    const broken = await runEval('agentdyn', '--data', folder, '--policies', module);
    expect(broken.exitCode).toBe(2);
    expect(broken.errors).toMatch(/^\[policies_invalid\] .* exports no policiesFor/);
  });

  test('ends with 1 and the line of a row that cannot be read, and shows the rest as a table', async () => {
    writeFileSync(join(folder, 'goals.json'), '[]');
    writeFileSync(join(folder, 'runs.jsonl'), 'no json\n');
    const { exitCode, output } = await runEval('agentdyn', '--data', folder);
    expect(output).toMatch(/^model and suite .*residual/);
    expect(output).toContain('runs.jsonl:1 cannot be read: not JSON');
    expect(exitCode).toBe(1);
  });

  test('ends with 2 and the public source when there is no data', async () => {
    const { exitCode, output, errors } = await runEval('agentdyn', '--data', join(folder, 'none'));
    expect([exitCode, output]).toEqual([2, '']);
    expect(errors).toContain('https://github.com/SaFo-Lab/AgentDyn');
  });
});
