import { expect, test } from 'vitest';

import { AppModules } from '../uses/app-modules.ts';
import { findUses } from '../uses/find-uses.ts';
import { findMentions } from './find-mentions.ts';

const CLIENT = `import { OpenAI } from 'openai'; import { withHooks } from '@interpose/openai';
export const c = withHooks(new OpenAI(), {}); export { c as own };
`;

/** Matches parts of a client, or whole clients, whose use cannot be followed. */
const UNFOLLOWED = /^client\.[\w.]+$|\*$/;

/** Returns where these sources, besides the one that makes a client, pass one on, as `file entry`. */
function handedOn(files: Readonly<Record<string, string>>): readonly string[] {
  const all = Object.entries({ 'client.ts': CLIENT, ...files });
  const app = new AppModules(all.map(([path, text]) => ({ path: `/app/${path}`, text })));
  const made = findUses(app).filter(({ entry }) => entry.from === 'openai');
  const named = ['openai', '@interpose/openai', '@openai/agents', 'wrapper', 'express'];
  const methods = new Set(['client.images.generate()']);
  return findMentions(app, ['openai'], { methods, named, made })
    .filter(({ id }) => UNFOLLOWED.test(id))
    .map(({ path, id }) => `${path.slice(5)} ${id}`);
}

const IMPORTED = "import { c } from './client';\n";

test.for([
  'Object.values(c)',
  'Object.entries(c!)',
  'Object.assign({}, c as any)',
  "Reflect.get(c, 'images')",
  'new Proxy(c, {})',
  'const copy = { ...c }',
  'const { chat, ...others } = c',
  "const registry = new Map(); registry.set('own', c)",
  "const registry = new Map([['own', c]])",
  "import { wrap } from 'wrapper'; wrap(c)",
  "import { Wrapper } from 'wrapper/deep'; new Wrapper({ client: c, more: [1] })",
  "import * as wrapper from 'wrapper'; wrapper.wrap([{ c }])",
  "import express from 'express'; const app = express(); app.set('own', c)",
  'const d = c; Object.values(d)',
  "import { withHooks } from '@interpose/openai'; import { OpenAI } from 'openai'; const all = new Map([['own', withHooks(new OpenAI(), {})]])",
  "import { OpenAI } from 'openai'; import { wrap } from 'wrapper'; wrap({ client: new OpenAI() })",
])('counts a client that nobody can follow in %s', (text) => {
  expect(handedOn({ 'b.ts': `${IMPORTED}${text};` })).toEqual(['b.ts client.*']);
});

test.for([
  'const all = { c }; all[name].images.generate({})',
  'const all = [withHooks(c, {})] as const; all[0].images.generate({})',
  'const all: Record<string, typeof c> = {}; all[name] = c; ask(all[other].images)',
  'const all: Record<string, typeof c> = {}; all.own = c; all[other][part].generate({})',
  'class A { all = {}; add() { this.all[name] = c; } ask() { this.all[other][part](); } }',
  'const all = { deep: { c } }; const { deep } = all; all.deep[name].images.generate({})',
  'const all = { own: c, limits: {} }; const own = all.own; own[part].generate({})',
  "import { wrap } from 'wrapper'; const all = { c }; wrap(all)",
])('counts a client that is kept in an object and cannot be followed in %s', (text) => {
  expect(handedOn({ 'b.ts': `${IMPORTED}${text};` })).toEqual(['b.ts client.*']);
});

test('an object is no client for a name that another of its members has', () => {
  const text = `${IMPORTED}const all = { own: c, limits: { a: 1 } };
    const limits = all.limits; limits[name]; ask(limits); all.limits.a; ask(all.own.chat);`;
  expect(handedOn({ 'b.ts': text })).toEqual([]);
});

test.for([
  ['under another name', "import { own } from './client'; Object.values(own);"],
  ['renamed', "import { c as other } from './client'; other[name].generate({});"],
  ['with all of a source', "import * as all from './client'; Object.values(all.own);"],
  [
    'as a member',
    "import { OpenAI } from 'openai'; class A { x = new OpenAI(); y = { ...this.x } }",
  ],
])('follows a client %s', ([, text]) => {
  expect(handedOn({ 'b.ts': text! })).toEqual(['b.ts client.*']);
});

test.for([
  "import { ask } from './ask'; ask(c); ask({ client: c })",
  "import { ask } from '@shop/ask'; ask(c)",
  "import { Service } from './ask'; const own = new Service(c); own.set('own', c)",
  "import { Runner, OpenAIChatCompletionsModel } from '@openai/agents'; new OpenAIChatCompletionsModel(c, 'm')",
  "import { withHooks } from '@interpose/openai'; withHooks(c, {})",
  "import { inspect } from 'node:util'; inspect(c); console.log(c); JSON.stringify(c)",
  "import { wrap } from 'wrapper'; wrap({ c: 1 }, () => c.chat, c.chat.completions.create)",
  'function talk(c) { return c.chat.completions.create({}); } talk(c)',
  'const im = <never>c.images; im.generate({})',
  'const { chat } = c; const all = { own: c }; type All = typeof c',
  "const rows = new Map(); rows.set('c', { c: 5 })",
])('tells nothing of %s', (text) => {
  expect(handedOn({ 'b.ts': `${IMPORTED}${text};` })).toEqual([]);
});

test('a name that is no client, though another source calls a client so, is not told of', () => {
  const text =
    "import { Pool } from 'express'; const c = new Pool(); Object.values(c); new Map([[1, c]]);";
  expect(handedOn({ 'b.ts': text })).toEqual([]);
});
