import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

const LATE = `import '@interpose/openai-agents/register';
`;
const APP = `import { Agent, Runner, Usage } from '@openai/agents-core';
const said = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Yes.' }] };
const model = { getResponse: async () => ({ usage: new Usage(), output: [said] }) };
const result = await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'desk', model }), 'Hi.');
console.log(result.finalOutput);
`;
const CONFIG = `export default [{ name: 'told', hooks: { preRequest: () => void console.log('asked') } }];
`;

test.each([
  [
    'asks policies and tells nothing in an app that imports it late',
    LATE + APP,
    'asked\nYes.\n',
    false,
  ],
  ['tells an app that imports it and runs no agent', LATE, '', true],
])('register %s', { timeout: 60_000 }, async (_what, app, said, told) => {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  for (const scope of ['@interpose', '@openai'])
    mkdirSync(join(modules, scope), { recursive: true });
  symlinkSync(packageFolder, join(modules, '@interpose/openai-agents'));
  const sdk = realpathSync(join(packageFolder, 'node_modules/@openai/agents-core'));
  symlinkSync(sdk, join(modules, '@openai/agents-core'));
  writeFileSync(join(folder, 'interpose.config.mjs'), CONFIG);
  writeFileSync(join(folder, 'app.mjs'), app);
  const words = ['--conditions=@interpose/source', 'app.mjs'];
  const ran = await promisify(execFile)(process.execPath, words, { cwd: folder });
  expect(ran.stdout).toBe(said);
  expect(ran.stderr.includes('register_unused')).toBe(told);
});
