import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';
import type { Finding } from './finding.ts';

const CONFIG = `import { denyTools } from '@interpose/policies/deny-tools';
export default { policies: [denyTools(['exec'])] };
`;

async function findings(
  app: TemporaryApp,
): Promise<{ readonly all: readonly Finding[]; readonly code: number | null }> {
  const { out, code } = await app.run('doctor', '--json');
  return { all: (JSON.parse(out) as { findings: Finding[] }).findings, code };
}

function packageJson(manifest: object): string {
  return JSON.stringify({ name: 'shop', type: 'module', ...manifest });
}

test('an app with one core, a configuration and a matching SDK is fine', async () => {
  using app = temporaryApp(
    {
      'package.json': packageJson({
        dependencies: { '@interpose/core': '*', '@interpose/openai': '*', openai: '*' },
        scripts: { start: 'node --import @interpose/openai/register app.mjs' },
      }),
      'interpose.config.mjs': CONFIG,
      'node_modules/openai/package.json': JSON.stringify({ name: 'openai', version: '7.59.0' }),
    },
    ['core', 'policies', 'openai'],
  );
  const { all, code } = await findings(app);
  expect(all.filter(({ state }) => state !== 'fine')).toEqual([]);
  expect(all.map(({ check }) => check)).toEqual(['node', 'sdk', 'core', 'register', 'config']);
  expect(all.at(-1)?.text).toBe('interpose.config.mjs loads, 1 policy');
  expect(code).toBe(0);
});

test('an SDK outside the range of its adapter is wrong', async () => {
  using app = temporaryApp(
    {
      'package.json': packageJson({ dependencies: { openai: '4' } }),
      'node_modules/openai/package.json': JSON.stringify({ name: 'openai', version: '4.1.0' }),
    },
    ['core', 'openai'],
  );
  const { all, code } = await findings(app);
  expect(all).toContainEqual({
    check: 'sdk',
    state: 'wrong',
    text: expect.stringMatching(
      /^openai 4\.1\.0 with @interpose\/openai .*, which supports >=5\.23 <8$/,
    ),
    remedy: 'install openai@">=5.23 <8"',
  });
  expect(code).toBe(1);
});

test('two copies of the core are wrong, and told with their places', async () => {
  using app = temporaryApp(
    {
      'package.json': packageJson({
        dependencies: { '@interpose/core': '*', '@interpose/extra': '*' },
      }),
      'node_modules/@interpose/extra/package.json': JSON.stringify({
        name: '@interpose/extra',
        version: '1.0.0',
      }),
      'node_modules/@interpose/extra/node_modules/@interpose/core/package.json': JSON.stringify({
        name: '@interpose/core',
        version: '0.9.0',
      }),
    },
    ['core'],
  );
  const core = (await findings(app)).all.find(({ check }) => check === 'core');
  expect(core).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^2 copies: .*0\.9\.0 in .*extra/),
  });
});

test('register that comes too late is wrong, in a script and in a source', async () => {
  using app = temporaryApp({
    'package.json': packageJson({
      scripts: { start: 'node app.mjs --import @interpose/openai/register' },
    }),
    'src/app.ts': "import '@interpose/openai/register';\nimport OpenAI from 'openai';\n",
  });
  const late = (await findings(app)).all.filter(({ check }) => check === 'register');
  expect(late.map(({ state, text }) => [state, text.split(' ').slice(0, 3).join(' ')])).toEqual([
    ['wrong', 'the script start'],
    ['wrong', 'src/app.ts imports register;'],
  ]);
});

test('every start of a script has to load register first, wherever its name stands', async () => {
  const register = '--import @interpose/openai/register';
  using app = temporaryApp({
    'package.json': packageJson({
      scripts: {
        both: `concurrently "node ${register} a.ts" "node ${register} b.ts"`,
        one: `concurrently "node ${register} a.ts" "node b.ts"`,
        told: `echo ${register} && node a.ts`,
        test: `node ${register} --test`,
      },
    }),
  });
  const told = (await findings(app)).all.filter(({ check }) => check === 'register');
  expect(told.map(({ state, text }) => [state, text.split(' ')[2]])).toEqual([
    ['fine', 'both'],
    ['wrong', 'one'],
    ['wrong', 'told'],
  ]);
});

test('a configuration that does not load is wrong, with what to do', async () => {
  using app = temporaryApp({ 'interpose.config.mjs': 'export default 7;' });
  const { all, code } = await findings(app);
  const config = all.find(({ check }) => check === 'config');
  expect(config).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^policies_invalid: [^;[]+$/),
    remedy: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(code).toBe(1);
});

test('a store that does not answer is wrong', async () => {
  using app = temporaryApp({
    'interpose.config.mjs': `export default {
      policies: [{ name: 'p', hooks: { preToolCall: () => {} } }],
      store: { get: () => { throw new Error('connection refused') }, set: async () => {}, update: async () => {}, clear: async () => {} },
    };`,
  });
  mkdirSync(join(app.folder, 'src'));
  expect((await findings(app)).all).toContainEqual(
    expect.objectContaining({
      check: 'store',
      state: 'wrong',
      text: 'does not work: connection refused',
    }),
  );
});
