import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';
import { parseChangelog, readChangelog } from './read-changelog.ts';

function manifest(version: string, peerDependencies: object = {}): string {
  return JSON.stringify({ version, peerDependencies });
}

test('the changelog is read by versions', () => {
  const text =
    '# Changelog\n\n## 0.2.0\n\n- **Denies** more.\n\n## [0.1.0] 2026-11-20\n\nThe first.\n\n## Later\n\nx\n';
  expect(parseChangelog(text)).toEqual([
    { version: '0.2.0', text: '- **Denies** more.' },
    { version: '0.1.0', text: 'The first.' },
  ]);
});

test('tells what changed since the oldest package, and the line that brings all to one version', async () => {
  using app = temporaryApp(
    {
      'package.json': JSON.stringify({
        dependencies: {
          '@interpose/core': '*',
          '@interpose/openai': '*',
          '@interpose/mcp': '*',
          '@interpose/otel': '*',
          openai: '4',
        },
      }),
      'node_modules/@interpose/mcp/package.json': manifest('0.0.9'),
      'node_modules/@interpose/otel/package.json': manifest('0.0.9'),
      'node_modules/@interpose/core/package.json': manifest('0.0.9'),
      'node_modules/@interpose/openai/package.json': manifest('0.1.0', { openai: '>=5.23 <8' }),
      'node_modules/openai/package.json': manifest('4.1.0'),
    },
    [],
  );
  const { out, code } = await app.run('upgrade', '--json');
  const told = JSON.parse(out) as {
    readonly newest: string;
    readonly from: string;
    readonly changes: readonly { readonly version: string }[];
    readonly steps: readonly { readonly command: string }[];
  };
  expect(told.from).toBe('0.0.9');
  expect(told.changes.map(({ version }) => version)).toContain('0.1.0');
  expect(told.steps.map(({ command }) => command)).toEqual([
    `npm install ${['core', 'openai', 'mcp', 'otel'].map((name) => `@interpose/${name}@${told.newest}`).join(' ')}`,
    'npm install openai@">=5.23 <8"',
  ]);
  expect(code).toBe(1);
  const text = (await app.run('upgrade')).out;
  const lines = text.split('\n').filter((line) => !line.startsWith('  npm install '));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(text).not.toMatch(/\*\*|^ *#/m);
});

test('has nothing to do where all is of the newest version', async () => {
  using app = temporaryApp({}, []);
  const { newest } = JSON.parse((await app.run('upgrade', '--json')).out) as { newest: string };
  app.write('package.json', JSON.stringify({ dependencies: { '@interpose/core': '*' } }));
  app.write('node_modules/@interpose/core/package.json', manifest(newest));
  const { out, code } = await app.run('upgrade');
  expect(out).toContain(`Nothing changed after ${newest}`);
  expect(code).toBe(0);
});

test('packages that are named and not installed are to be installed', async () => {
  using app = temporaryApp({}, []);
  app.write('package.json', JSON.stringify({ dependencies: { '@interpose/otel': '^0.1.0' } }));
  const { out, code } = await app.run('upgrade');
  expect(out).toMatch(
    /^\s*To do: package.json names @interpose\/otel, and it is not installed\n {2}npm install\n$/,
  );
  expect(code).toBe(1);
});

test('packages that the app works without need not be installed', async () => {
  const peer = {
    peerDependencies: { '@interpose/otel': '*' },
    peerDependenciesMeta: { '@interpose/otel': { optional: true } },
  };
  using app = temporaryApp({}, []);
  for (const each of [peer, { optionalDependencies: { '@interpose/otel': '*' } }]) {
    app.write('package.json', JSON.stringify(each));
    expect(await app.run('upgrade', '--json')).toMatchObject({
      out: expect.stringContaining('"missing": []'),
      code: 0,
    });
  }
  const both = { ...peer, devDependencies: peer.peerDependencies };
  for (const each of [both, { ...peer, peerDependenciesMeta: null }]) {
    app.write('package.json', JSON.stringify(each));
    expect((await app.run('upgrade')).code).toBe(1);
  }
});

test.each([
  ['without versions', (path: string) => writeFileSync(path, '# Changelog\n')],
  ['that is a folder', (path: string) => mkdirSync(path)],
])('a changelog %s is told with its file', (_, make) => {
  using app = temporaryApp({}, []);
  make(join(app.folder, 'CHANGELOG.md'));
  expect(() => readChangelog(app.folder)).toThrow(
    /^\[file_unreadable\] \S+CHANGELOG\.md cannot be read: .+; install interpose again$/,
  );
});

test('a package whose version is none is told with its file', async () => {
  using app = temporaryApp({}, []);
  app.write(
    'package.json',
    JSON.stringify({ dependencies: { '@interpose/core': '*', '@interpose/otel': '*' } }),
  );
  app.write('node_modules/@interpose/core/package.json', manifest('workspace:*'));
  const { err, code } = await app.run('upgrade');
  expect(err).toMatch(
    /^file_unreadable: \S+core\/package\.json cannot be read: "workspace:\*" is not a version/,
  );
  expect(code).toBe(3);
});
