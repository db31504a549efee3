import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

const APP = `import OpenAI from 'openai';

const client = new OpenAI({ maxRetries: 1 });
export const shown = 'new OpenAI()';
`;

const MANIFEST = JSON.stringify({ name: 'shop', type: 'module', dependencies: { openai: '7' } });

test.for(['support', 'coding', 'research'])(
  'the baseline for %s loads, and its cases pass',
  async (kind) => {
    using app = temporaryApp({ 'package.json': MANIFEST });
    const { out } = await app.run('init', '--kind', kind, '--json');
    expect(JSON.parse(out)).toMatchObject({
      kind,
      written: ['interpose.config.ts', 'first.policy.yaml'],
    });
    expect(
      readFileSync(join(app.folder, 'interpose.config.ts'), 'utf8').match(/\/\/ /g),
    ).toHaveLength(5);
    const { out: report, code, err } = await app.run('test', '--json');
    expect(err).toBe('');
    expect(JSON.parse(report)).toMatchObject({ cases: 3, failed: 0 });
    expect(code).toBe(0);
  },
);

test('writes a configuration that loads in an app of CommonJS too', async () => {
  const manifest = JSON.stringify({ name: 'shop', type: 'commonjs' });
  using app = temporaryApp({ 'package.json': manifest });
  await app.run('init', '--yes');
  const { out, err, code } = await app.run('test', '--json');
  expect([err, code]).toEqual(['', 0]);
  expect(JSON.parse(out)).toMatchObject({ cases: 3, failed: 0 });
});

test('tells what to install and which call to change, and changes nothing', async () => {
  using app = temporaryApp({ 'package.json': MANIFEST, 'src/app.ts': APP });
  const { out } = await app.run('init', '--yes');
  expect(out).toContain('npm install @interpose/core @interpose/policies @interpose/openai');
  expect(out).toContain('src/app.ts:3\n    withHooks(new OpenAI(…), await registeredHooks())');
  expect(readFileSync(join(app.folder, 'src/app.ts'), 'utf8')).toBe(APP);
});

test('--write puts hooks around the call, imports them, and shows the difference', async () => {
  using app = temporaryApp({ 'package.json': MANIFEST, 'src/app.ts': APP });
  const { out } = await app.run('init', '--yes', '--write');
  expect(readFileSync(join(app.folder, 'src/app.ts'), 'utf8')).toBe(`import OpenAI from 'openai';
import { registeredHooks } from '@interpose/core/register';
import { withHooks } from '@interpose/openai';

const client = withHooks(new OpenAI({ maxRetries: 1 }), await registeredHooks());
export const shown = 'new OpenAI()';
`);
  expect(out).toContain(
    '+const client = withHooks(new OpenAI({ maxRetries: 1 }), await registeredHooks());',
  );
  expect(JSON.parse((await app.run('check', '--json')).out)).toEqual({ findings: [] });
});

test('--write waits for the hooks at the top where a call stands in a function, and leaves what requires alone', async () => {
  const required = "const { OpenAI } = require('openai');\nmodule.exports = new OpenAI();\n";
  using app = temporaryApp({
    'package.json': MANIFEST,
    'src/app.ts': `import OpenAI from 'openai';\nexport const make = () => new OpenAI();\n`,
    'src/old.cjs': required,
  });
  const { out } = await app.run('init', '--yes', '--write');
  expect(readFileSync(join(app.folder, 'src/app.ts'), 'utf8')).toBe(`import OpenAI from 'openai';
import { registeredHooks } from '@interpose/core/register';
import { withHooks } from '@interpose/openai';

const hooks = await registeredHooks();
export const make = () => withHooks(new OpenAI(), hooks);
`);
  expect(readFileSync(join(app.folder, 'src/old.cjs'), 'utf8')).toBe(required);
  expect(out).toContain('src/old.cjs:2\n    withHooks(new OpenAI(…)');
});

test('what withHooks takes in another form is told and not written', async () => {
  const text = `import { generateText } from 'ai';
import { StateGraph } from '@langchain/langgraph';
export const graph = new StateGraph({});
export const ask = () => generateText({});
`;
  using app = temporaryApp({ 'package.json': MANIFEST, 'src/app.ts': text });
  const { out } = await app.run('init', '--yes', '--write');
  expect(readFileSync(join(app.folder, 'src/app.ts'), 'utf8')).toBe(text);
  expect(out).toContain('withHooks(graph.compile(), await registeredHooks())');
  expect(out).toContain('withHooks(ai, await registeredHooks()).generateText(…)');
});

test('a configuration that is there is kept', async () => {
  const config = "export default [{ name: 'own', hooks: { preToolCall: () => {} } }];\n";
  using app = temporaryApp({ 'package.json': MANIFEST, 'interpose.config.mjs': config });
  const { out } = await app.run('init', '--yes');
  expect(out).toContain('kept interpose.config.mjs');
  expect(readFileSync(join(app.folder, 'interpose.config.mjs'), 'utf8')).toBe(config);
});

test('without a kind it asks for one and writes nothing', async () => {
  using app = temporaryApp({ 'package.json': MANIFEST });
  expect(await app.run('init')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^usage_invalid: no kind of app/),
  });
});
