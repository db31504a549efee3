import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AdapterWorkspace, type Ended } from './adapter-workspace.ts';

const TIME_LIMIT_MS = 60_000;

let workspace: AdapterWorkspace;

beforeAll(() => {
  workspace = new AdapterWorkspace();
});

afterAll(() => workspace.remove());

describe('a new adapter', () => {
  let made: Ended;

  beforeAll(async () => {
    made = await workspace.make('my-sdk');
  }, TIME_LIMIT_MS);

  test('is a package of its own under its own names, and the command says what comes next', () => {
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.stdout).toContain(`made ${workspace.pathOf('my-sdk')}`);
    expect(made.stdout).toContain('pnpm install');
    const manifest = JSON.parse(readFileSync(workspace.pathOf('my-sdk/package.json'), 'utf8'));
    expect(manifest.name).toBe('@interpose/my-sdk');
    const agent = readFileSync(workspace.pathOf('my-sdk/src/targets/agent.ts'), 'utf8');
    expect(agent).toContain('MySdkAgent');
    expect(agent).not.toMatch(/toy/i);
  });

  test(
    'compiles as it is, and would not with a wrong name in it',
    async () => {
      expect(await workspace.compile('my-sdk')).toMatchObject({ exitCode: 0, stdout: '' });
      await workspace.make('wrong-sdk');
      const index = workspace.pathOf('wrong-sdk/src/index.ts');
      writeFileSync(index, readFileSync(index, 'utf8').replace('inspect', 'inspected'));
      expect((await workspace.compile('wrong-sdk')).stdout).toContain("'inspected'");
    },
    TIME_LIMIT_MS,
  );

  test(
    'fails its conformance test by one message that lists what to fill in, each place that waits for code',
    async () => {
      const report = await workspace.test('my-sdk');
      expect([report.numTotalTests, report.numFailedTests]).toEqual([1, 1]);
      const [message = ''] = report.testResults[0]!.assertionResults[0]!.failureMessages;
      expect(message).toContain('[adapter_unfinished] @interpose/my-sdk is a skeleton:');
      expect(message).toMatch(/src\/translate\/request-to-contract\.ts:\d+: a request of your SDK/);
      expect(message).toMatch(/test\/harness\/my-sdk-harness\.ts:\d+: one scenario of the suite/);
      expect(message).toContain('packages/adapter-kit/README.md leads through it');
      const places = [...message.matchAll(/^ {2}(\S+):(\d+): /gm)];
      expect(places.length).toBeGreaterThan(10);
      for (const [, file = '', line = ''] of places) {
        const source = readFileSync(workspace.pathOf('my-sdk', file), 'utf8').split('\n');
        expect(source[Number(line) - 1]).toContain('unfinished(');
      }
    },
    TIME_LIMIT_MS,
  );
});

describe('the command refuses', () => {
  test.each([
    ['no name', [], /^\[name_missing\] .*; write one name, for example pnpm new:adapter my-sdk$/],
    ['two names', ['one', 'two'], /^\[name_unclear\] 2 names were given; write one name/],
    ['capitals', ['MySdk'], /^\[name_invalid\] "MySdk" .*; use at most 64 lower-case letters/],
    ['a path', ['../elsewhere'], /^\[name_invalid\]/],
    ['a scope', ['@interpose/my-sdk'], /^\[name_invalid\]/],
    ['an empty name', [''], /^\[name_invalid\]/],
    ['a name that is too long', ['a'.repeat(65)], /^\[name_invalid\]/],
  ])('%s', async (_, given, message) => {
    const { exitCode, stderr, stdout } = await workspace.make(...given);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.trim()).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('a name that is there already, and leaves what is there as it was', async () => {
    await workspace.make('taken-sdk');
    const readme = workspace.pathOf('taken-sdk/README.md');
    writeFileSync(readme, 'my own words');
    const { exitCode, stderr } = await workspace.make('taken-sdk');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\[adapter_exists\] .*taken-sdk is there already; choose another name/);
    expect(readFileSync(readme, 'utf8')).toBe('my own words');
  });

  test('an option that it does not know', async () => {
    const { exitCode, stderr } = await workspace.make('other-sdk', '--force');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\[option_unknown\] .*--force.*; the only option is --into <folder>/);
    expect(existsSync(workspace.pathOf('other-sdk'))).toBe(false);
  });
});
