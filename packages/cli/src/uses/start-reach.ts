import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';

import { dependenciesOf, type AppManifest } from '../app/read-manifest.ts';
import { isNode, nameOf, stringOf, type SourceNode } from '../app/parse-source.ts';
import type { Start } from '../app/read-starts.ts';
import type { AppModules } from './app-modules.ts';
import { firstEntryOf, isFrom, isSdk } from './entry-points.ts';
import type { SourceModule } from './read-module.ts';

/** Modules that start or load files without an import. */
const OPENS = new RegExp(
  `^(?:(?:node:)?(?:child_process|cluster|module|vm|worker_threads)$|(?:${[
    '@(?:fastify/autoload|nestjs/cli|nuxt|react-router|remix-run|sveltejs)',
    'astro|bundle-require|concurrently|cross-spawn|execa|gatsby|importx|jiti|nitro|nitropack|next|nodemon|nuxt',
    'piscina|pm2|shelljs|tinypool|tsx|ts-node|vite|vite-node|vitest|workerpool|zx',
  ].join('|')})(?:/|$))`,
);

/** Files that code imports and that import nothing themselves. */
const DATA = /\.(?:json|css|scss|svg|png|txt|md|html|wasm|node)$/;

/** The SDKs that a start of an app reaches through imports. */
export class StartReach {
  readonly #folder: string;
  readonly #named: readonly string[];
  readonly #app: AppModules;

  constructor(folder: string, manifest: AppManifest, app: AppModules) {
    this.#folder = folder;
    this.#named = [...dependenciesOf(manifest).keys()];
    this.#app = app;
  }

  /** Returns the adapters of these SDKs; undefined if a start cannot be followed and may reach any SDK. */
  adaptersOf({ files }: Start): ReadonlySet<string> | undefined {
    if (files === undefined) return undefined;
    const found = new Set<SourceModule>();
    for (const file of files) {
      const module = this.#app.at(resolve(this.#folder, file));
      if (module === undefined) return undefined;
      found.add(module);
    }
    const adapters = new Set<string>();
    // The loop adds more modules.
    for (const module of found)
      for (const from of loadedBy(module)) {
        if (from === undefined || OPENS.test(from)) return undefined;
        if (isSdk(from)) adapters.add(firstEntryOf(from).adapter);
        const target = this.#app.target(module, from);
        if (target !== undefined) found.add(target);
        else if (!this.#isFollowed(from)) return undefined;
      }
    return adapters;
  }

  /** Whether an import loads no source of the app: data or a package. Any other name may be an alias (`paths`). */
  #isFollowed(from: string): boolean {
    if (DATA.test(from) || isBuiltin(from)) return true;
    return this.#named.some((name) => isFrom(name, from));
  }
}

/** Returns the modules that a module loads, undefined for a name computed at run time; without types. */
function loadedBy({ nodes }: SourceModule): readonly (string | undefined)[] {
  return nodes.flatMap(({ node }) => {
    if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Worker') return [undefined];
    if (isDynamic(node)) return [stringOf(node['source'] ?? firstOf(node['arguments']))];
    if (node.type === 'TSImportEqualsDeclaration') {
      const reference = node['moduleReference'];
      return isNode(reference) ? (stringOf(reference['expression']) ?? []) : [];
    }
    if (!/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) return [];
    if (node['importKind'] === 'type' || node['exportKind'] === 'type') return [];
    return stringOf(node['source']) ?? [];
  });
}

/** Whether a node is `import(…)` or `require(…)`. */
function isDynamic({ type, callee }: SourceNode): boolean {
  if (type === 'ImportExpression') return true;
  if (type !== 'CallExpression' || !isNode(callee)) return false;
  return callee.type === 'Import' || nameOf(callee) === 'require';
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? (list as readonly unknown[])[0] : undefined;
}
