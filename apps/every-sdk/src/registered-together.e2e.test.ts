import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { callTools, say, scriptedModel } from '@interpose/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const modules = join(import.meta.dirname, '../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'interpose-together-'));

const config = `export default [{
  name: 'watch',
  setup: () => console.log('set up'),
  hooks: { preRequest: (ctx) => console.log(ctx.host.framework, ctx.session.id, ctx.depth) },
}];`;

/** An agent of one SDK whose tool asks a client of another; neither knows of hooks. */
const app = `import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, tool, ToolLoopAgent } from 'ai';
import OpenAI from 'openai';
const [agentURL, clientURL] = process.argv.slice(2);
const client = new OpenAI({ baseURL: clientURL, apiKey: 'none' });
const messages = [{ role: 'user', content: 'Is it there?' }];
const lookUp = tool({
  inputSchema: jsonSchema({ type: 'object' }),
  execute: async () => {
    const { choices } = await client.chat.completions.create({ model: 'scripted', messages });
    return choices[0].message.content;
  },
});
const model = createOpenAI({ baseURL: agentURL, apiKey: 'none' }).chat('scripted');
const agent = new ToolLoopAgent({ model, tools: { look_up: lookUp } });
console.log((await agent.generate({ prompt: 'Is my order there?' })).text);`;

beforeAll(() => {
  for (const name of ['ai', 'openai', '@ai-sdk/openai', '@interpose/ai-sdk', '@interpose/openai']) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(realpathSync(join(modules, name)), link);
  }
  writeFileSync(join(folder, 'interpose.config.mjs'), config);
  writeFileSync(join(folder, 'app.mjs'), app);
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([[['ai-sdk', 'openai']], [['openai', 'ai-sdk']]])(
  '%j registered in one process share one registry and one session',
  async (adapters) => {
    await using server = await scriptedModel();
    const agent = server.chat([callTools({ name: 'look_up' }), say('It is there.')]);
    const client = server.chat([say('On shelf 7.')]);
    const registers = adapters.flatMap((name) => ['--import', `@interpose/${name}/register`]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', ...registers, 'app.mjs', agent.baseURL, client.baseURL],
      { cwd: folder },
    );
    const [setUp, first = '', inner = '', last = '', answer] = stdout.trim().split('\n');
    expect([setUp, answer]).toEqual(['set up', 'It is there.']);
    const [framework, session] = first.split(' ');
    expect(framework).toBe('ai-sdk');
    expect(inner).toMatch(new RegExp(`^openai ${session} `));
    expect(last).toMatch(new RegExp(`^ai-sdk ${session} `));
  },
);

const real = (name: string): string => realpathSync(join(modules, name));

test.each([
  ['paths of their files', real('ai/dist/index.js'), real('openai/index.mjs')],
  [
    'addresses of their files',
    pathToFileURL(real('ai/dist/index.js')).href,
    pathToFileURL(real('openai/index.js')).href,
  ],
  ['paths from the app', './node_modules/ai/dist/index.js', './node_modules/openai/client.mjs'],
])('SDKs that an app imports by the %s pass the hooks', async (_, ai, openai) => {
  await using server = await scriptedModel();
  const agent = server.chat([callTools({ name: 'look_up' }), say('It is there.')]);
  const client = server.chat([say('On shelf 7.')]);
  const text = app
    .replace("'ai'", `'${ai}'`)
    .replace(/OpenAI from 'openai'/, `{ OpenAI } from '${openai}'`);
  writeFileSync(join(folder, 'by-path.mjs'), text);
  const registers = ['ai-sdk', 'openai'].flatMap((name) => [
    '--import',
    `@interpose/${name}/register`,
  ]);
  const flags = ['--no-warnings', ...registers, 'by-path.mjs', agent.baseURL, client.baseURL];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder });
  const told = stdout.trim().split('\n');
  expect(told.map((line) => line.split(' ')[0])).toEqual([
    'set',
    'ai-sdk',
    'openai',
    'ai-sdk',
    'It',
  ]);
});
