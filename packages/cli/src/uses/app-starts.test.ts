import { expect, test } from 'vitest';

import { AppModules } from './app-modules.ts';
import { AppStarts } from './app-starts.ts';

const NAMES = ['openai', '@langchain/openai', 'esbuild', 'next', 'tinypool'];
const FILES = {
  'app.ts': "import './ask.js';",
  'ask.ts': "import { OpenAI } from 'openai'; export { OpenAI };",
  'chain.ts': "import { ChatOpenAI } from '@langchain/openai';",
};
const REGISTER = '--import @interpose/openai/register';

/** Returns the starts of an app with these files, plus a script that starts another file without register. */
function startsOf(script: string, files: Readonly<Record<string, string>> = {}): AppStarts {
  const sources = Object.entries({ ...FILES, ...files }).map(([path, text]) => ({
    path: `/app/${path}`,
    text,
  }));
  const dependencies = Object.fromEntries(NAMES.map((name) => [name, '*']));
  const scripts = { start: `node ${REGISTER} app.ts`, other: script };
  return new AppStarts('/app', { dependencies, scripts }, new AppModules(sources));
}

test.for([
  'import { readFile } from "node:fs/promises"; import fs from "fs"; import { build } from "esbuild"; build({})',
  'import data from "./data.json"; import "./style.css"; export {}',
  'import type { OpenAI } from "openai"; export type { A } from "./ask.js"',
  'import { run } from "./chain.ts"; run()',
  'const a = require("esbuild"); await import("esbuild/deep")',
])('a script whose file never comes to the SDK needs no register: %s', (text) => {
  const starts = startsOf('node lint.ts', { 'lint.ts': text });
  expect([...starts.registered]).toEqual(['@interpose/openai']);
  expect(starts.without('@interpose/openai')).toEqual([]);
});

test.for([
  'import "openai"',
  'import OpenAI = require("openai")',
  'import "./app"',
  'export * from "./ask.ts"',
  'export { OpenAI } from "./ask.js"',
  'require("./ask")',
  'await import("@/ask")',
])('a script whose file comes to the SDK needs register: %s', (text) => {
  const starts = startsOf('node dev.ts', { 'dev.ts': text });
  expect([...starts.registered]).toEqual([]);
  expect(starts.without('@interpose/openai')).toEqual(['other']);
});

test.for([
  'await import(process.argv[2])',
  'require(name)',
  'import { fork } from "node:child_process"',
  'import { createRequire } from "module"',
  'import next from "next"',
  'new Worker(new URL("./ask.ts", import.meta.url))',
  'import "./gone.js"',
  'import { ask } from "lib/ask"',
  'import { ask } from "@shop/ask"',
  'import "../elsewhere.ts"',
  'import "./broken"',
])('a script whose file cannot be followed needs register: %s', (text) => {
  const starts = startsOf('node dev.ts', { 'dev.ts': text, 'broken.ts': 'const {' });
  expect([...starts.registered]).toEqual([]);
  expect(starts.without('@interpose/openai')).toEqual(['other']);
});

test.for(['node dist/app.js', 'node .', 'cd server && node lint.ts', 'node -r ./ask.ts lint.ts'])(
  'a script needs register if nobody can tell that its file never comes to the SDK: %s',
  (script) => {
    const starts = startsOf(script, { 'lint.ts': 'export {}' });
    expect(starts.without('@interpose/openai')).toEqual(['other']);
  },
);

test('a script that loads register before a file without the SDK registers nothing', () => {
  const scripts = { lint: `node ${REGISTER} lint.ts` };
  const sources = [{ path: '/app/lint.ts', text: 'export {}' }];
  expect([...new AppStarts('/app', { scripts }, new AppModules(sources)).registered]).toEqual([]);
});
