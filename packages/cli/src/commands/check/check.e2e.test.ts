import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';
import type { LintFinding } from '../../lint/finding.ts';

async function check(
  app: TemporaryApp,
  ...words: readonly string[]
): Promise<{ readonly found: readonly string[]; readonly code: number | null }> {
  const { out, code } = await app.run('check', ...words, '--json');
  const { findings } = JSON.parse(out) as { readonly findings: readonly LintFinding[] };
  return {
    found: findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`),
    code,
  };
}

const HALF = `import OpenAI from 'openai';
import * as ai from 'ai';
import { generateText, experimental_startBatch } from 'ai';
import { Agent, run } from '@openai/agents';
import { createAgent } from 'langchain';
import { withHooks } from './anything.ts';

const bare = new OpenAI();
const wrapped = withHooks(new OpenAI(), hooks);
const later = new OpenAI();
const now = withHooks(later, hooks);
const hooked = withHooks(ai, hooks);
await hooked.generateText({ prompt: 'a' });
await ai.generateText({ prompt: 'b' });
await generateText({ model: withHooks(model, hooks), prompt: 'c' });
  await generateText({ model, prompt: 'd' });
await experimental_startBatch({});
const agent = withHooks(createAgent, hooks)({});
createAgent({});
await run(new Agent({}), 'e');
`;

test('every call without hooks is found with its place, and none that has them', async () => {
  using app = temporaryApp({ 'src/app.ts': HALF });
  expect(await check(app)).toEqual({
    found: [
      'src/app.ts:8:14 unhooked-use',
      'src/app.ts:14:7 unhooked-use',
      'src/app.ts:16:9 unhooked-use',
      'src/app.ts:17:7 beyond-reach',
      'src/app.ts:19:1 unhooked-use',
      'src/app.ts:20:7 unhooked-use',
      'src/app.ts:20:11 unhooked-use',
    ],
    code: 0,
  });
  expect((await check(app, '--strict')).code).toBe(1);
});

test('register covers what it registers, and nothing else', async () => {
  using app = temporaryApp({
    'package.json': JSON.stringify({
      scripts: { start: 'node --import @interpose/openai/register src/app.ts' },
    }),
    'src/app.ts':
      "import OpenAI from 'openai';\nimport { createAgent } from 'langchain';\nnew OpenAI();\ncreateAgent({});\n",
  });
  expect((await check(app)).found).toEqual(['src/app.ts:4:1 unhooked-use']);
});

/** Made in one file, passed on by another, hooked in a third. */
const APART = {
  'src/clients.ts': `import OpenAI from 'openai';
import { createAgent } from 'langchain';
export const hooked = new OpenAI();
export const open = new OpenAI();
export default new OpenAI();
export function make() {
  const client = new OpenAI();
  return client;
}
const { AzureOpenAI } = require('openai');
export const azure = new AzureOpenAI();
`,
  'src/index.ts':
    "export { hooked as client, make } from './clients.js';\nexport * from './models';\n",
  'src/models/index.ts': `import { withHooks as withSdk } from '@interpose/ai-sdk';
export const model = withSdk(base, hooks);
export const bare = base;
`,
  'src/app.ts': `import { generateText } from 'ai';
import { withHooks } from '@interpose/openai';
import { client, make, model, bare } from './index.js';
import main, * as clients from './clients.ts';
withHooks(client, hooks);
withHooks(await make(), hooks);
withHooks(main, hooks);
withHooks(clients.azure, hooks);
await generateText({ model, prompt: 'a' });
await generateText({ model: bare, prompt: 'b' });
`,
};

test('what one file makes and another hooks is hooked, through every way to pass it on', async () => {
  using app = temporaryApp(APART);
  const open = ['src/app.ts:10:7 unhooked-use', 'src/clients.ts:4:21 unhooked-use'];
  expect((await check(app)).found).toEqual(open);
  expect((await check(app, 'src/clients.ts')).found).toEqual(open.slice(1));
});

const RULES = `default: deny
rules:
  - { on: preToolCall, tool: "search|read_*", decision: allow }
  - { on: preToolCall, tool: search, args: { q: x }, decision: deny, reason: never }
  - { on: preToolCall, tool: refund, decision: ask, reason: money }
  - { on: preToolCall, tool: refund, decision: allow }
  - { on: preToolCall, tool: teleport, decision: deny, reason: unheard of }
`;

test('rules that never decide, contradict, or name no tool are found with their place', async () => {
  using app = temporaryApp({
    'rules.yaml': RULES,
    'tools.json': JSON.stringify(['search', 'read_page', 'refund']),
  });
  expect(await check(app, 'rules.yaml', '--inventory', 'tools.json')).toEqual({
    found: [
      'rules.yaml:4:5 dead-rule',
      'rules.yaml:6:5 contradiction',
      'rules.yaml:7:30 unknown-tool',
    ],
    code: 0,
  });
});

test('a filter of a hook that no tool has is found', async () => {
  using app = temporaryApp({
    'interpose.config.mjs':
      "export default [{ name: 'p', hooks: { preToolCall: { tool: 'refnud', run: () => {} } } }];",
    'tools.json': JSON.stringify({ components: [{ name: 'refund' }] }),
  });
  expect((await check(app, '--inventory', 'tools.json')).found).toEqual([
    'interpose.config.mjs:1:1 unknown-tool',
  ]);
});

test('a configuration that does not load is an error at its line', async () => {
  using app = temporaryApp({
    'bad.yaml': 'default: deny\nrules:\n  - { on: preToolCal, decision: allow }\n',
  });
  expect(await check(app, 'bad.yaml')).toEqual({
    found: ['bad.yaml:3:11 config-invalid'],
    code: 1,
  });
});

test('a configuration whose packages are not installed says what to install', async () => {
  using app = temporaryApp({
    'interpose.config.mjs': "import '@interpose/absent/deep';\nexport default [];\n",
    'a.policy.yaml': 'cases: [{ tool: a, expect: allow }]',
  });
  expect(await app.run('test')).toMatchObject({
    code: 3,
    err: 'policies_unreadable: interpose.config.mjs imports @interpose/absent, which is not installed here. Run npm install @interpose/absent.\n',
  });
});

test('SARIF names rule, file and line', async () => {
  using app = temporaryApp({ 'app.js': "import OpenAI from 'openai';\nnew OpenAI();\n" });
  await app.run('check', '--sarif', 'found.sarif');
  const { runs } = JSON.parse(readFileSync(join(app.folder, 'found.sarif'), 'utf8')) as {
    runs: unknown[];
  };
  expect(runs).toMatchObject([
    {
      results: [
        {
          ruleId: 'unhooked-use',
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'app.js' },
                region: { startLine: 2, startColumn: 1 },
              },
            },
          ],
        },
      ],
    },
  ]);
});
