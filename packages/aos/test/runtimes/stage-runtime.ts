import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A folder with the built packages in plain modules, without a package manager. */
export interface Stage {
  readonly folder: string;
  /** Paths of all modules, relative to the folder. */
  readonly modules: readonly string[];
  remove(): void;
}

const packageFolder = join(import.meta.dirname, '../..');

const sources: Readonly<Record<string, string>> = {
  aos: join(packageFolder, 'dist'),
  core: join(packageFolder, '../core/dist'),
};

const bare: Readonly<Record<string, string>> = {
  '@interpose/core/adapter': 'core/adapter.js',
  '@interpose/core/remote': 'core/remote.js',
  '@interpose/core/trace': 'core/trace.js',
  '@interpose/core': 'core/index.js',
  '@interpose/aos': 'aos/index.js',
};

/** The guardian of every runtime; `/ask?url=` lets it ask another one instead. */
const APP = `import { createHooks, deny } from '@interpose/core';
import { guardian, serve } from '@interpose/aos';

const rules = createHooks();
rules.addHook('preToolCall', ({ call }) => {
  if (call.args.cents > 100) return deny('too much', { code: 'limit' });
  return call.args.note === 'cap' ? { call: { ...call, args: { cents: 1 } } } : undefined;
}, { name: 'limit', tool: 'refund' });
const decide = serve(rules, { token: 'secret' });

async function ask(url) {
  const hooks = createHooks({ policies: [guardian({ url, token: 'secret', timeoutMs: 2000 })] });
  const records = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true };
  for (const args of [{ cents: 5 }, { cents: 500 }, { cents: 9, note: 'cap' }])
    await hooks.dispatch('preToolCall', { call: { id: 'call_1', name: 'refund', args }, tool });
  return records.map(({ decision, by, codes }) => ({ decision, by, codes }));
}

export async function handler(request) {
  const { pathname, searchParams } = new URL(request.url);
  return pathname === '/ask' ? Response.json(await ask(searchParams.get('url'))) : decide(request);
}
`;

const MAINS: Readonly<Record<string, string>> = {
  'bun.js': `import { handler } from './app.js';
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler });
console.log(JSON.stringify({ port: server.port }));
`,
  'deno.js': `import { handler } from './app.js';
const onListen = ({ port }) => console.log(JSON.stringify({ port }));
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, (request) => handler(request));
`,
  'worker.js': `import { handler } from './app.js';
export default { fetch: (request) => handler(request) };
`,
};

/** Lays out what a runtime is given. */
export function stageRuntime(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-aos-runtime-'));
  for (const [name, source] of Object.entries(sources)) {
    if (!existsSync(join(source, 'index.js'))) throw new Error('build first: pnpm build');
    cpSync(source, join(folder, name), { recursive: true, filter: isPart });
  }
  const written = { 'app.js': APP, ...MAINS };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  for (const name of modules) rewriteImports(folder, name);
  return { folder, modules, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Neither the command nor the vectors: what an edge runtime has no use for. */
function isPart(path: string): boolean {
  return !/dist\/(hook|vectors)/.test(path);
}

function rewriteImports(folder: string, name: string): void {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const rewritten = text.replaceAll(/(from\s*)(["'])([^"']+)\2;/g, (whole, from, quote, target) => {
    const file = bare[String(target)];
    if (file === undefined) return whole;
    const place = relative(dirname(name), file);
    return `${from}${quote}${place.startsWith('.') ? place : `./${place}`}${quote};`;
  });
  writeFileSync(path, rewritten);
}
