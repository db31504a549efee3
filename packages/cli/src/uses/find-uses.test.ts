import { describe, expect, test } from 'vitest';

import { AppModules } from './app-modules.ts';
import { findUses } from './find-uses.ts';

/** Entry points of each SDK, with a call of each. */
const SDKS = [
  { from: 'ai', name: 'generateText', call: (name: string) => `await ${name}({ model })` },
  { from: 'ai', name: 'ToolLoopAgent', call: (name: string) => `new ${name}({ model })` },
  { from: 'openai', name: 'OpenAI', call: (name: string) => `new ${name}()` },
  { from: '@openai/agents', name: 'run', call: (name: string) => `await ${name}(agent, 'a')` },
  { from: '@openai/agents', name: 'Agent', call: (name: string) => `new ${name}({})` },
  { from: 'langchain', name: 'createAgent', call: (name: string) => `${name}({ model })` },
  { from: '@langchain/groq', name: 'ChatGroq', call: (name: string) => `new ${name}({})` },
] as const;

type Sdk = (typeof SDKS)[number];
/** Returns the sources of an app; the first makes the call. */
type Way = (
  sdk: Sdk,
) => readonly [text: string, ...others: (readonly [file: string, text: string])[]];

const WAYS: Readonly<Record<string, Way>> = {
  'by its name': ({ from, name, call }) => [`import { ${name} } from '${from}'; ${call(name)};`],
  'by another name': ({ from, name, call }) => [
    `import { ${name} as other } from '${from}'; ${call('other')};`,
  ],
  'by a name in quotes': ({ from, name, call }) => [
    `import { '${name}' as other } from '${from}'; ${call('other')};`,
  ],
  'of all that is exported': ({ from, name, call }) => [
    `import * as sdk from '${from}'; ${call(`sdk.${name}`)};`,
  ],
  'by a member in quotes': ({ from, name, call }) => [
    `import * as sdk from '${from}'; ${call(`sdk['${name}']`)};`,
  ],
  'of all, by a name that is made': ({ from, call }) => [
    `import * as sdk from '${from}'; ${call('sdk[which]')};`,
  ],
  'taken out of all': ({ from, name, call }) => [
    `import * as sdk from '${from}'; const { ${name} } = sdk; ${call(name)};`,
  ],
  'taken out of all, renamed, with a default': ({ from, name, call }) => [
    `import * as sdk from '${from}'; const { ${name}: other = nothing } = sdk; ${call('other')};`,
  ],
  'of the default of all': ({ from, name, call }) => [
    `import * as sdk from '${from}'; ${call(`sdk.default.${name}`)};`,
  ],
  'from import()': ({ from, name, call }) => [
    `const { ${name} } = await import('${from}'); ${call(name)};`,
  ],
  'from import() in one go': ({ from, name, call }) => [call(`(await import('${from}')).${name}`)],
  'from import() of a template': ({ from, name, call }) => [
    `const sdk = await import(\`${from}\`); ${call(`sdk.${name}`)};`,
  ],
  'from import().then()': ({ from, name, call }) => [
    `import('${from}').then(async ({ ${name} }) => ${call(name)});`,
  ],
  'from import().then() as a whole': ({ from, name, call }) => [
    `void import('${from}').then(async (sdk) => { ${call(`sdk.${name}`)}; });`,
  ],
  'from import() that a member keeps': ({ from, name, call }) => [
    `class A { async go() { this.sdk = await import('${from}'); ${call(`this.sdk.${name}`)}; } }`,
  ],
  'from require': ({ from, name, call }) => [
    `const { ${name} } = require('${from}'); ${call(name)};`,
  ],
  'from require in one go': ({ from, name, call }) => [call(`(require('${from}').${name})`)],
  'from createRequire': ({ from, name, call }) => [
    `const req = createRequire(import.meta.url); const sdk = req('${from}'); ${call(`sdk.${name}`)};`,
  ],
  'from import = require()': ({ from, name, call }) => [
    `import sdk = require('${from}'); ${call(`sdk.${name}`)};`,
  ],
  'under a second name': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; const second = ${name}; ${call('second')};`,
  ],
  'under a name that is given later': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; let second; second = ${name}; ${call('second')};`,
  ],
  'chosen by a condition': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; const one = test ? fake : ${name}; ${call('one')};`,
  ],
  'as any': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; ${call(`(${name} as any)`)};`,
  ],
  'in a class field': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; class A { made = (async () => ${call(name)})(); }`,
  ],
  'in a private static field': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; class A { static #made = async () => ${call(name)}; }`,
  ],
  'in a factory': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; export const make = async () => ${call(name)};`,
  ],
  'as the default': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; export default ${call(name)};`,
  ],
  'in a default value': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; async function f(a = ${call(name).replace('await ', '')}) {}`,
  ],
  'handed on in an object': ({ from, name }) => [
    `import { ${name} } from '${from}'; export const sdk = { ${name} };`,
  ],
  'handed on as an argument': ({ from, name }) => [
    `import { ${name} } from '${from}'; serve(${name});`,
  ],
  'handed on as a whole': ({ from }) => [`import * as sdk from '${from}'; serve(sdk);`],
  'spread with the rest': ({ from }) => [
    `import * as sdk from '${from}'; export const all = { ...sdk };`,
  ],
  'by Reflect': ({ from, name }) => [
    `import { ${name} } from '${from}'; Reflect.construct(${name}, []);`,
  ],
  'by apply': ({ from, name }) => [
    `import { ${name} } from '${from}'; ${name}.apply(undefined, all);`,
  ],
  'in a function inside withHooks': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; withHooks({ go: async () => ${call(name)} }, hooks);`,
  ],
  'in a policy': ({ from, name, call }) => [
    `import { ${name} } from '${from}'; withHooks(agent, of(async () => ${call(name)}));`,
  ],
  'through a source that passes it on': ({ from, name, call }) => [
    `import { ${name} } from './sdk.js'; ${call(name)};`,
    ['sdk.ts', `export { ${name} } from '${from}';`],
  ],
  'through two that pass on everything': ({ from, name, call }) => [
    `import * as all from './sdk/index.ts'; ${call(`all.${name}`)};`,
    ['sdk/index.ts', "export * from './more';"],
    ['sdk/more.ts', `export * from '${from}';`],
  ],
  'through one that names all of it': ({ from, name, call }) => [
    `import { sdk } from './sdk.js'; ${call(`sdk.${name}`)};`,
    ['sdk.ts', `export * as sdk from '${from}';`],
  ],
  'through an alias of a path': ({ from, name, call }) => [
    `import { ask } from '@/lib/sdk'; ${call('ask')};`,
    ['src/lib/sdk.ts', `import { ${name} } from '${from}'; export const ask = ${name};`],
  ],
  'through a default export': ({ from, name, call }) => [
    `import ask from './sdk'; ${call('ask')};`,
    ['sdk.ts', `import { ${name} } from '${from}'; export default ${name};`],
  ],
};

function openUses(sources: readonly (readonly [file: string, text: string])[]): readonly string[] {
  const app = new AppModules(sources.map(([file, text]) => ({ path: `/app/${file}`, text })));
  expect(app.unreadable).toEqual([]);
  const open = findUses(app).filter(({ isHooked }) => !isHooked);
  return open.map(({ entry }) => `${entry.from} ${entry.name}`);
}

describe.each(SDKS)('$name of $from without hooks is found', (sdk) => {
  test.each(Object.entries(WAYS))('%s', (_, way) => {
    const [text, ...others] = way(sdk);
    const found = openUses([['app.ts', text], ...others]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((each) => each.startsWith(`${sdk.from} `))).toBe(true);
  });
});

const HOOKED: Readonly<Record<string, string>> = {
  'around what is made': "import { OpenAI } from 'openai'; withHooks(new OpenAI(), hooks);",
  'around the function':
    "import { createAgent } from 'langchain'; withHooks(createAgent, hooks)({});",
  'around what a required module makes': "withHooks(new (require('openai'))(), hooks);",
  'around what a class extends': `import { OpenAI } from 'openai'; class Own extends OpenAI {}
    withHooks(new Own(), hooks);`,
  'around a class field': `import { OpenAI } from 'openai';
    class A { client = new OpenAI(); b() { return withHooks(this.client, hooks); } }`,
  'around the agent whose options hold the model': `import { createAgent } from 'langchain';
    import { ChatOpenAI } from '@langchain/openai'; const model = new ChatOpenAI();
    export const agent = withHooks(createAgent, hooks)({ model, tools: [] });`,
  'around the agent that is made of the model': `import { createAgent } from 'langchain';
    import { ChatOpenAI } from '@langchain/openai'; const model = new ChatOpenAI();
    const agent = createAgent({ model }); withHooks(agent, hooks);`,
  'around the runner that runs the agent': `import { Agent, Runner } from '@openai/agents';
    const runner = withHooks(new Runner(), hooks); const agent = new Agent({}); await runner.run(agent);`,
  'around the graph that is compiled': `import { StateGraph } from '@langchain/langgraph';
    const graph = new StateGraph({}); graph.addNode('a', run); withHooks(graph.compile(), hooks);`,
  'of what the SDK exports beside': `import OpenAI from 'openai';
    try {} catch (error) { if (error instanceof OpenAI.APIError) throw error; }
    export type { ClientOptions } from 'openai'; let one: OpenAI | undefined; let two: typeof OpenAI;`,
};

test.each(Object.entries(HOOKED))('withHooks counts %s', (_, text) => {
  expect(openUses([['app.ts', text]])).toEqual([]);
});

test('what a module makes that is required without a name is found', () => {
  expect(openUses([['a.cjs', "new (require('openai'))();"]])).toEqual(['openai OpenAI']);
});

test('a client that a tool of a hooked agent asks is not hooked by that', () => {
  const text = `import { createAgent } from 'langchain'; import OpenAI from 'openai';
    const client = new OpenAI();
    withHooks(createAgent, hooks)({ tools: [tool(async () => client.responses.create({}))] });`;
  expect(openUses([['app.ts', text]])).toEqual(['openai OpenAI']);
});
