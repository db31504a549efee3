import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { callTools, say, scriptedModel } from '../../packages/testing/src/scripted-model/index.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import type { FreshApp } from './fresh-app.ts';

const modules = join(repositoryRoot, 'node_modules');

/** The runtimes that run TypeScript directly, with their arguments. */
const runtimes: Readonly<Record<string, readonly string[]>> = {
  'Node 22': [join(modules, 'node-22/bin/node'), '--experimental-strip-types'],
  'Node 24': [process.execPath],
  Bun: [join(modules, 'bun/bin/bun.exe')],
  Deno: [join(modules, 'deno/deno'), 'run', '-A', '--node-modules-dir=manual'],
};

/** Runs the program of an app in every runtime; each has to deny its call. */
export async function tryRuntimes(app: FreshApp): Promise<readonly string[]> {
  const passed: string[] = [];
  for (const [runtime, command] of Object.entries(runtimes)) {
    await using server = await scriptedModel();
    const { baseURL } = server.chat([
      callTools({ name: 'refund', args: { order: 'A-7', cents: 42_000 } }),
      say('I may not pay that much back.'),
    ]);
    const printed = await app.run([...command, 'app.ts'], {
      OPENAI_BASE_URL: baseURL,
      OPENAI_API_KEY: 'none',
      OPENAI_AGENTS_DISABLE_TRACING: '1',
      NODE_NO_WARNINGS: '1',
    });
    if (!printed.includes('more than 100 euros') || printed.includes('paid'))
      throw new Error(`${runtime}: the call was not denied:\n${printed}`);
    passed.push(runtime);
  }
  return [...passed, await tryRequire(app)];
}

/** Loads the same packages from CommonJS by `require`, which Node supports for modules since 22.12. */
async function tryRequire(app: FreshApp): Promise<string> {
  const names = readdirSync(join(app.folder, 'node_modules/@interpose'));
  const own = names
    .map((name) => `@interpose/${name}`)
    .filter((name) => name !== '@interpose/policies');
  app.write(
    'app.cjs',
    `for (const name of ${JSON.stringify(own)}) require(name);
const { createHooks, deny } = require('@interpose/core');
const hooks = createHooks();
hooks.addHook('onTrigger', () => deny('closed'));
Promise.resolve(hooks.dispatch('onTrigger', { trigger: { kind: 'mail' } })).then((verdict) => console.log(verdict.decision));
`,
  );
  const printed = await app.run([process.execPath, 'app.cjs']);
  if (!printed.includes('deny')) throw new Error(`CommonJS: no verdict:\n${printed}`);
  return 'CommonJS';
}
