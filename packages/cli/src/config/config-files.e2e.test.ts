import { describe, expect, test } from 'vitest';

import { temporaryApp, type Ended, type TemporaryApp } from '../../test/temporary-app.ts';

const POLICY = "[{ name: 'closed', hooks: { preToolCall: () => deny('closed') } }];\n";
const MODULE = `import { deny } from '@interpose/core';\nexport default ${POLICY}`;
const COMMON = `const { deny } = require('@interpose/core');\nmodule.exports = ${POLICY}`;

// On Node 22, a `.cts` file cannot require ES modules.
const PLAIN = COMMON.replace(
  /^.*require.*$/m,
  "const deny = (reason) => ({ decision: 'deny', reason });",
);

/** Returns the decision about a call, or the error, of the hooks that `register` reads in the folder. */
function registered(app: TemporaryApp): Promise<Ended> {
  const program = `import { registeredHooks } from '@interpose/core/register';
    const call = { id: 'c1', name: 'refund', args: {} };
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true };
    console.log((await (await registeredHooks()).dispatch('preToolCall', { call, tool })).reason);`;
  return app.node('--input-type=module', '--eval', program);
}

describe('the configuration is read by the command and by register', () => {
  test.for([
    ['ts', MODULE],
    ['mts', MODULE],
    ['cts', PLAIN],
    ['mjs', MODULE],
    ['cjs', COMMON],
    ['js', MODULE],
    ['js', COMMON],
  ] as const)('from interpose.config.%s', async ([ending, text]) => {
    const file = `interpose.config.${ending}`;
    using app = temporaryApp({ [file]: text });
    const { out } = await app.run('doctor');
    expect(out).toContain(`${file} loads, 1 policy`);
    expect(await registered(app)).toMatchObject({ code: 0, out: 'closed\n' });
    expect((await app.run('init', '--yes')).out).toContain(`kept ${file}`);
  });
});

test.for([
  ['ts', 'js'],
  ['mts', 'cjs'],
  ['mjs', 'cts'],
] as const)(
  'two beside each other, .%s and .%s, are refused by all, with both names',
  async (both) => {
    const [one, other] = both.map((ending) => `interpose.config.${ending}`);
    using app = temporaryApp({ [one!]: MODULE, [other!]: MODULE });
    const refused = await registered(app);
    expect(refused.code).toBe(1);
    for (const words of [['check'], ['init', '--yes'], ['replay', 'runs.jsonl']]) {
      const { code, err } = await app.run(...words);
      expect(err).toMatch(/^config_unreadable: .* Keep one\.\n$/);
      for (const text of [err, refused.err]) {
        expect(text).toContain(one);
        expect(text).toContain(other);
      }
      expect(code).toBe(3);
    }
    expect((await app.run('doctor')).out).toMatch(/^wrong {2}config +config_unreadable:/m);
  },
);

describe('where there is none, doctor and the others name', () => {
  test.for([
    'interpose.config.yaml',
    'interposer.config.ts',
    'interpose.conf.ts',
    'interpose-config.mjs',
    'interpsoe.config.ts',
    '.interposerc',
  ])('%s', async (file) => {
    using app = temporaryApp({ [file]: '', 'integration.config.ts': '', 'interop.js': '' });
    const { out } = await app.run('doctor', '--json');
    const { findings } = JSON.parse(out) as { findings: readonly object[] };
    expect(findings).toContainEqual({
      check: 'config',
      state: 'warning',
      text: `${file} in ${app.folder} is no name that is looked for`,
      remedy: 'Name it with --config, or write interpose.config.ts.',
    });
    expect((await app.run('replay', 'runs.jsonl')).err).toContain(`config_missing: ${file} in `);
  });

  test('nothing that has another name', async () => {
    using app = temporaryApp({ 'integration.config.ts': '', 'interop.js': '' });
    const { err } = await app.run('replay', 'runs.jsonl');
    expect(err).toMatch(
      /^config_missing: there is no interpose\.config\.ts, \.mts, \.cts, \.mjs, \.cjs or \.js in /,
    );
  });
});

test('a configuration that requires a package says which to install, without what is below it', async () => {
  using app = temporaryApp({
    'interpose.config.cjs': "module.exports = [require('@acme/policies/strict')()];\n",
  });
  const { err } = await app.run('replay', 'runs.jsonl');
  expect(err).toMatch(/^policies_unreadable: .*Run npm install @acme\/policies\.\n$/);
});
