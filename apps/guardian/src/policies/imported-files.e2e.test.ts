import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

type Files = Readonly<Record<string, string>>;

/** A policy that denies with the limit that it imports as `limit`. */
const DENIES = `
const run = () => ({ decision: 'deny', reason: String(limit), code: 'asked' });
export default { name: 'shop', hooks: { preToolCall: run } };`;

interface Case {
  /** The files; the first one is served. */
  readonly files: Files;
  /** The file that changes and raises the limit from 1 to 2. */
  readonly file: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'TypeScript that imports TypeScript through another file, in a cycle': {
    files: {
      'policy.ts': `import { limit } from './parts/index.ts';\nexport const top: number = 1;${DENIES}`,
      'parts/index.ts': `import type {} from '../policy.ts';\nimport { top } from '../policy.ts';\nexport * from './limits.ts';\nexport const later = (): number => top;`,
      'parts/limits.ts': 'export const limit: number = 1;',
    },
    file: 'parts/limits.ts',
  },
  'JavaScript that imports a module beside its folder, later': {
    files: {
      'own/policy.mjs': `const { limit } = await import('../limits.js');${DENIES}`,
      'limits.js': 'export const limit = 1;',
    },
    file: 'limits.js',
  },
  'JavaScript that imports JSON': {
    files: {
      'policy.mjs': `import limits from './limits.json' with { type: 'json' };\nconst { limit } = limits;${DENIES}`,
      'limits.json': '{ "limit": 1 }',
    },
    file: 'limits.json',
  },
  'JavaScript that imports CommonJS in a cycle, which requires JSON without its ending': {
    files: {
      'policy.mjs': `import parts, { limitOf } from './parts.cjs';\nconst limit = limitOf() === parts.limitOf() ? limitOf() : 'two copies';${DENIES}`,
      'parts.cjs': `const { join } = require('node:path');\nconst own = require('./own');\nexports.limitOf = () => require('./own').limit;\nexports.of = join(__dirname, 'x');`,
      'own.js': `const parts = require('./parts.cjs');\nmodule.exports = { parts, ...require('./limits') };`,
      'limits.json': '{ "limit": 1 }',
    },
    file: 'limits.json',
  },
  'CommonJS in TypeScript, by what package.json maps': {
    files: {
      'policy.cts': `const { limit }: { limit: number } = require('#limits');${DENIES.replace('export default', 'module.exports =')}`,
      'package.json': '{ "type": "commonjs", "imports": { "#limits": "./limits.ts" } }',
      'limits.ts': 'exports.limit = 1 as number;',
    },
    file: 'limits.ts',
  },
  'JavaScript that reads a file by itself': {
    files: {
      'policy.mjs': `import { readFileSync } from 'node:fs';\nconst { limit } = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8'));${DENIES}`,
      'limits.json': '{ "limit": 1 }',
    },
    file: 'limits.json',
  },
  'a file of rules': {
    files: {
      'policy.mjs': `import { join } from 'node:path';\nimport { rulesFile } from '@interpose/policies/rules';\nexport default rulesFile(join(import.meta.dirname, 'limits.yaml'));`,
      'limits.yaml':
        'default: allow\nrules:\n  - { on: preToolCall, decision: deny, reason: "1", code: asked }\n',
    },
    file: 'limits.yaml',
  },
  'a package, by its version': {
    files: {
      'policy.mjs': `import limit from 'limits';${DENIES}`,
      'node_modules/limits/package.json':
        '{ "name": "limits", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
      'node_modules/limits/index.js': 'export default 1;',
    },
    file: 'node_modules/limits/index.js',
  },
};

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-imported-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function serve(folder: string, module: string, workers: string): Promise<StartedGuardian> {
  const settings = { INTERPOSE_STORAGE: 'none', INTERPOSE_WORKERS: workers };
  const guardian = await startGuardian(settings, [join(folder, module)]);
  onTestFinished(() => guardian.kill());
  return guardian;
}

describe.each(['0', '1'])('with %s workers', (workers) => {
  const { 'a package, by its version': installed, ...local } = CASES;

  test.each(Object.entries(local))('%s', async (_, { files, file }) => {
    const folder = folderOf(files);
    const guardian = await serve(folder, Object.keys(files)[0]!, workers);
    const hooks = agentHooks(guardian.url);
    expect(await askTool(hooks, {})).toMatchObject({ code: 'asked', reason: '1' });
    const { digest } = await guardian.next('policies');
    writeFileSync(join(folder, file), files[file]!.replace('1', '2'));
    const next = await guardian.next('policies', 'refused');
    expect(next).toMatchObject({
      kind: 'policies',
      digest: expect.not.stringMatching(String(digest)),
    });
    expect(await askTool(hooks, {})).toMatchObject({ code: 'asked', reason: '2' });
    writeFileSync(join(folder, file), files[file]!);
    expect((await guardian.next('policies', 'refused'))['digest']).toBe(digest);
    expect(await askTool(hooks, {})).toMatchObject({ code: 'asked', reason: '1' });
  });

  test('a package, by its version', async () => {
    const folder = folderOf(installed!.files);
    const guardian = await serve(folder, 'policy.mjs', workers);
    const { digest } = await guardian.next('policies');
    writeFileSync(join(folder, installed!.file), 'export default 2;');
    const manifest = 'node_modules/limits/package.json';
    writeFileSync(join(folder, manifest), installed!.files[manifest]!.replace('1.0.0', '1.0.1'));
    writeFileSync(join(folder, 'policy.mjs'), `${installed!.files['policy.mjs']}\n`);
    const next = await guardian.next('policies', 'refused');
    const asked = await askTool(agentHooks(guardian.url), {});
    // Node.js keeps a loaded package, so the main thread cannot decide with another one.
    const kept = /limits 1\.0\.1, and 1\.0\.0 is in use; start the guardian again/;
    const here = [{ kind: 'refused', problem: expect.stringMatching(kept) }, { reason: '1' }];
    const there = [{ digest: expect.not.stringMatching(String(digest)) }, { reason: '2' }];
    expect([next, asked]).toMatchObject(workers === '0' ? here : there);
  });

  test('what no version can hold is refused, and so is what is half written', async () => {
    const files = {
      'policy.mjs': `const limit = 1;${DENIES}`,
      'limits.mjs': 'export const limit = 2;',
    };
    const folder = folderOf({ ...files, 'limits.json': '{ "limit": 2 }' });
    const guardian = await serve(folder, 'policy.mjs', workers);
    const hooks = agentHooks(guardian.url);
    await guardian.next('policies');
    for (const [source, problem] of [
      [
        `const { limit } = await import(['./limits', 'mjs'].join('.'));${DENIES}`,
        /policy\.mjs imports \.\/limits\.mjs, which its version does not hold/,
      ],
      [
        `import { createRequire } from 'node:module';\nconst { limit } = createRequire(import.meta.url)('./limits.json');${DENIES}`,
        /policy\.mjs requires \.\/limits\.json, which .* import it in place of createRequire/,
      ],
      [`import { limit } from './gone.mjs';${DENIES}`, /Cannot find module .*gone\.mjs/],
      [
        `import { limit } from './limits.mjs';${DENIES}`.slice(0, 90),
        /policy\.mjs cannot be loaded/,
      ],
    ] as const) {
      writeFileSync(join(folder, 'policy.mjs'), source);
      expect(await guardian.next('policies', 'refused')).toMatchObject({
        kind: 'refused',
        problem: expect.stringMatching(problem),
      });
      expect(await askTool(hooks, {})).toMatchObject({ reason: '1' });
    }
    writeFileSync(join(folder, 'policy.mjs'), `import { limit } from './limits.mjs';${DENIES}`);
    expect(await guardian.next('policies', 'refused')).toMatchObject({ kind: 'policies' });
    expect(await askTool(hooks, {})).toMatchObject({ reason: '2' });
  });
});

test('a worker that starts anew decides by the rules of its version, though the file is broken by now', async () => {
  const rules =
    'default: allow\nrules:\n  - { on: preToolCall, decision: deny, reason: "1", code: asked }\n';
  const ends = `const ends = { name: 'ends', hooks: { preToolCall: ({ call }) => call.name === 'exit' ? process.exit(3) : undefined } };`;
  const folder = folderOf({
    'policy.mjs': `import { join } from 'node:path';\nimport { rulesFile } from '@interpose/policies/rules';\n${ends}\nexport default [ends, rulesFile(join(import.meta.dirname, 'limits.yaml'))];`,
    'limits.yaml': rules,
  });
  const guardian = await serve(folder, 'policy.mjs', '1');
  const hooks = agentHooks(guardian.url);
  await guardian.next('policies');
  writeFileSync(join(folder, 'limits.yaml'), rules.slice(0, 40));
  await guardian.next('refused');
  expect(await askTool(hooks, {}, { name: 'exit' })).toMatchObject({ code: 'worker_stopped' });
  expect(await askTool(hooks, {})).toMatchObject({ code: 'asked', reason: '1' });
});
