import { dirname, resolve } from 'node:path';

import type { EntryPoint } from './entry-points.ts';
import { readModule, type SdkCall, type SourceModule } from './read-module.ts';

/** A place where an app calls an SDK. */
export interface Use {
  readonly path: string;
  readonly entry: EntryPoint;
  /** As it is written, such as `OpenAI` or `ai.generateText`. */
  readonly written: string;
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** True where `withHooks` stands around it, its arguments or the variable it is kept in, in any of the sources. */
  readonly isHooked: boolean;
}

/** A source of an app. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Every call of a supported SDK in these sources, and the paths of those that cannot be parsed. */
export function findUses(sources: readonly Source[]): {
  readonly uses: readonly Use[];
  readonly unreadable: readonly string[];
} {
  const read = sources.map(({ path, text }) => ({ path, module: readModule(text, path) }));
  const modules = new Map(
    read.flatMap(({ path, module }) => (module === undefined ? [] : [[path, module] as const])),
  );
  const app = new AppModules(modules);
  return {
    uses: [...modules.values()].flatMap((module) =>
      module.calls.map((call) => toUse(call, module, app)),
    ),
    unreadable: read.flatMap(({ path, module }) => (module === undefined ? [path] : [])),
  };
}

function toUse(call: SdkCall, module: SourceModule, app: AppModules): Use {
  const { entry, written, node } = call;
  const { line, column } = node.loc.start;
  const { start, end } = node;
  const isHooked = call.isWrapped || call.isGivenHooks || app.hooks(module, call);
  return { path: module.path, entry, written, line, column: column + 1, start, end, isHooked };
}

/** The sources of an app with the names that they pass to each other. */
class AppModules {
  readonly #modules: ReadonlyMap<string, SourceModule>;
  readonly #results: ReadonlySet<string>;
  readonly #given: ReadonlySet<string>;
  readonly #givenCalls: ReadonlySet<string>;

  constructor(modules: ReadonlyMap<string, SourceModule>) {
    this.#modules = modules;
    const all = (of: (module: SourceModule) => ReadonlySet<string>): ReadonlySet<string> =>
      new Set(
        [...modules.values()].flatMap((module) =>
          [...of(module)].map((name) => this.#originOf(module, name)),
        ),
      );
    this.#results = all(({ results }) => results);
    this.#given = all(({ given }) => given);
    this.#givenCalls = all(({ givenCalls }) => givenCalls);
  }

  /** True where what the call gives is handed to `withHooks`, or where it uses what `withHooks` gave back. */
  hooks(module: SourceModule, { keptIn, functions, names }: SdkCall): boolean {
    const origin = (name: string): string => this.#originOf(module, name);
    return (
      (keptIn !== undefined && this.#given.has(origin(keptIn))) ||
      functions.some((name) => this.#givenCalls.has(origin(name))) ||
      [...names].some((name) => this.#results.has(origin(name)))
    );
  }

  /** Where a name of a module comes from: `file#name` of the source that declares it. */
  #originOf(module: SourceModule, name: string): string {
    const [owner = '', member] = name.split('.');
    const imported = module.imports.find(({ local }) => local === owner);
    const isMember = imported?.name === '*' && member !== undefined;
    const from = imported === undefined ? undefined : this.#target(module, imported.from);
    if (imported === undefined || from === undefined) return `${module.path}#${name}`;
    return this.#exportOf(from, isMember ? member : imported.name) ?? `${from.path}#${name}`;
  }

  /** Follows an export to its source, through modules that only pass it on. */
  #exportOf(module: SourceModule, name: string, seen = new Set<string>()): string | undefined {
    if (seen.has(module.path)) return undefined;
    seen.add(module.path);
    const found = module.exports.names.get(name);
    if (found?.from !== undefined) {
      const from = this.#target(module, found.from);
      return from === undefined ? undefined : this.#exportOf(from, found.local, seen);
    }
    if (found !== undefined) return this.#originOf(module, found.local);
    for (const star of module.exports.stars) {
      const from = this.#target(module, star);
      const origin = from === undefined ? undefined : this.#exportOf(from, name, seen);
      if (origin !== undefined) return origin;
    }
    return undefined;
  }

  /** The source that a relative import names, written with or without its ending. */
  #target(module: SourceModule, specifier: string): SourceModule | undefined {
    if (!specifier.startsWith('.')) return undefined;
    const path = resolve(dirname(module.path), specifier);
    const stem = path.replace(/\.[cm]?jsx?$/, '');
    const found = [path, ...ENDINGS.flatMap((ending) => [stem + ending, `${path}/index${ending}`])];
    return found.map((each) => this.#modules.get(each)).find((each) => each !== undefined);
  }
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const;
