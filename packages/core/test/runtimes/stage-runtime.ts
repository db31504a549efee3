import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with the built package and the scenario, in plain JavaScript modules. */
export interface Stage {
  readonly folder: string;
  /** Paths of all its modules, relative to the folder. */
  readonly modules: readonly string[];
  remove(): void;
}

const dist = join(import.meta.dirname, '../../dist');

const MAIN =
  "import { scenario } from './scenario.js';\nconsole.log(JSON.stringify(await scenario()));\n";

const WORKER = `import { scenario } from './scenario.js';
import { createHooks } from './core/index.js';
import { openChat } from './core/adapter.js';

const ended = [];
const hooks = createHooks({ sessionIdleMs: 100 });
hooks.observe('onSessionEnd', ({ session, ended: how }) => void ended.push(session.id + ' ' + how));

async function visit(id) {
  const chat = await openChat(hooks, {
    host: { framework: 'runtime', version: '1' },
    agent: { id: 'agent' },
    session: { id },
  });
  await chat.end({ kind: 'done', reason: 'completed' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  return ended;
}

export default {
  async fetch({ url }) {
    const { pathname } = new URL(url);
    return Response.json(await (pathname === '/' ? scenario() : visit(pathname.slice(1))));
  },
};
`;

/**
 * Lays out what a runtime is given: `core/` is the built package, untouched; `scenario.js` runs on it,
 * `main.js` prints its findings, `worker.js` serves them.
 */
export function stageRuntime(): Stage {
  if (!existsSync(join(dist, 'index.js'))) throw new Error('build first: pnpm build');
  const folder = mkdtempSync(join(tmpdir(), 'interpose-runtime-'));
  const built = readdirSync(dist).filter((name) => name.endsWith('.js'));
  for (const name of built) cpSync(join(dist, name), join(folder, 'core', name));
  const written: Readonly<Record<string, string>> = {
    'scenario.js': scenarioOnBuiltCore(),
    'main.js': MAIN,
    'worker.js': WORKER,
  };
  for (const [name, source] of Object.entries(written)) writeFileSync(join(folder, name), source);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return {
    folder,
    modules: [...built.map((name) => `core/${name}`), ...Object.keys(written)],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function scenarioOnBuiltCore(): string {
  const source = readFileSync(join(import.meta.dirname, 'scenario.ts'), 'utf8');
  return stripTypeScriptTypes(source)
    .replace("'@interpose/core/adapter'", "'./core/adapter.js'")
    .replace("'@interpose/core'", "'./core/index.js'");
}
