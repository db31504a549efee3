import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { GEN_AI, INTERPOSE } from '../src/spans/semantic-names.ts';

const packageFolder = join(import.meta.dirname, '..');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
/** Inside the package, so that the example finds what it depends on. */
const folder = join(packageFolder, '.examples');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the first example runs, and a denied call becomes the span it shows', async () => {
  const [, example = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  const call = `
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true };
    await hooks.step('preToolCall', { call: { id: 'c', name: 'refund', args: {} }, tool }, () => 1);
    await hooks.close();`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.mts'), example + call);
  const words = ['--conditions=@interpose/source', join(folder, 'app.mts')];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  for (const shown of ["'execute_tool refund'", "'denied by guard'", "'error.type': 'closed'"])
    expect(stdout).toContain(shown);
  expect(stdout).toContain("'interpose.decision.reason': 'closed today'");
});

test('it lists every metric', () => {
  const { decisions, decisionDuration, asksWaiting, spend } = INTERPOSE;
  for (const name of [decisions, decisionDuration, asksWaiting, spend])
    expect(readme).toContain(name);
  for (const name of [GEN_AI.operationDuration, GEN_AI.tokenUsage]) expect(readme).toContain(name);
});
