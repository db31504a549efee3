import { expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

/** An adapter that has surveyed version 1.0.0 of an SDK with two functions and a client. */
const SHIPPED = {
  classes: [
    { entries: ['ask', 'Client', 'Client.*'], status: 'enforced', path: 'ask' },
    { entries: ['version'], status: 'harmless', path: 'version', why: 'a text' },
  ],
  packages: [
    {
      name: '@a2a-js/sdk',
      versions: ['1.0.0'],
      family: 'node_modules/@a2a-js/',
      entries: [
        ['Client', 'class', 0, 1],
        ['Client.send()', 'method', 0, 1],
        ['ask', 'function', 0, 1],
        ['version', 'function', 1, 1],
      ],
    },
  ],
};

const SDK = {
  'package.json': JSON.stringify({
    name: '@a2a-js/sdk',
    version: '1.1.0',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  }),
  'index.js': `export class Client { send() {} stream() {} }
export function ask() {}
export function broadcast() {}
`,
  'index.d.ts': `export declare class Client { send(): string; stream(): string; }
export declare function ask(): string;
export declare function broadcast(): string;
`,
};

const APP = {
  'package.json': JSON.stringify({ dependencies: { '@a2a-js/sdk': '1', '@interpose/a2a': '*' } }),
  'node_modules/@interpose/a2a/package.json': JSON.stringify({ version: '0.1.0' }),
  'node_modules/@interpose/a2a/census/shipped.json': JSON.stringify(SHIPPED),
  ...Object.fromEntries(
    Object.entries(SDK).map(([file, text]) => [`node_modules/@a2a-js/sdk/${file}`, text]),
  ),
};

test('finds what an SDK has got since it was surveyed, and what of it nobody has judged', async () => {
  using app = temporaryApp(APP);
  const { out, code } = await app.run('census', '--json');
  expect(JSON.parse(out)).toEqual({
    packages: [
      {
        package: '@a2a-js/sdk',
        version: '1.1.0',
        surveyed: '1.0.0',
        entries: 5,
        added: ['Client.stream()', 'broadcast'],
        gone: ['version'],
        changed: [],
        unknown: ['broadcast'],
      },
    ],
  });
  expect(code).toBe(1);
  const told = (await app.run('census')).out;
  expect(told).toMatch(
    /^@a2a-js\/sdk 1\.1\.0, compared with the census of 1\.0\.0\n {2}entries {2}5\n/,
  );
  expect(told).toMatch(/^ {2}unknown {2}broadcast$/m);
  expect(told).not.toContain('the surveyed version itself');
});

test('what differs at the version that was surveyed is told to come from what is installed beside it', async () => {
  using app = temporaryApp(APP);
  const manifest = { ...(JSON.parse(SDK['package.json']) as object), version: '1.0.0' };
  app.write('node_modules/@a2a-js/sdk/package.json', JSON.stringify(manifest));
  const { out } = await app.run('census');
  expect(out).toMatch(/^ {2}It is the surveyed version itself: what differs comes from packages /m);
});

test('a package without a census is a wrong command line', async () => {
  using app = temporaryApp(APP);
  const { err, code } = await app.run('census', 'left-pad');
  expect(err).toMatch(/^usage_invalid: no census of left-pad is here\. Choose of @a2a-js\/sdk\./);
  expect(code).toBe(2);
});

test.each([
  ['is no JSON', '{'],
  ['is nothing', 'null'],
  ['has neither classes nor packages', '{}'],
  ['has an entry without a class', JSON.stringify({ ...SHIPPED, classes: [] })],
  [
    'tells no versions',
    JSON.stringify({ ...SHIPPED, packages: [{ ...SHIPPED.packages[0], versions: ['one'] }] }),
  ],
  [
    'has a pattern that is none',
    JSON.stringify({ ...SHIPPED, packages: [{ ...SHIPPED.packages[0], family: '(' }] }),
  ],
  ['has a status that is none', JSON.stringify({ classes: [{ entries: [] }], packages: [] })],
])('a shipped census that %s is told with its file', async (_, text) => {
  using app = temporaryApp(APP);
  app.write('node_modules/@interpose/a2a/census/shipped.json', text);
  for (const command of ['census', 'coverage']) {
    const { out, err, code } = await app.run(command);
    expect(err).toMatch(
      /^file_unreadable: \S+a2a\/census\/shipped\.json cannot be read: .+\. Install the dependencies again\.\n$/,
    );
    expect([out, code]).toEqual(['', 3]);
  }
});
