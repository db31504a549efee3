import { dirname, resolve } from 'node:path';

import { readModule, type Source, type SourceModule } from './read-module.ts';

/** The sources of an app, and the resolution of imports to them. */
export class AppModules {
  readonly #modules = new Map<string, SourceModule>();
  /** The paths of sources that cannot be parsed. */
  readonly unreadable: readonly string[];

  /** Parses each source, which takes longer than every later query. */
  constructor(sources: readonly Source[]) {
    for (const { path, text } of sources) {
      const module = readModule(text, path);
      if (module !== undefined) this.#modules.set(path, module);
    }
    this.unreadable = sources.flatMap(({ path }) => (this.#modules.has(path) ? [] : [path]));
  }

  all(): readonly SourceModule[] {
    return [...this.#modules.values()];
  }

  /** Returns where a name of a module comes from, as `file#name` of the source that declares it. */
  originOf(module: SourceModule, name: string): string {
    const [owner = '', member] = name.split('.');
    const imported = module.imports.find(({ local }) => local === owner);
    const isMember = imported?.name === '*' && member !== undefined;
    const from = imported === undefined ? undefined : this.target(module, imported.from);
    if (imported === undefined || from === undefined) return `${module.path}#${name}`;
    return this.#exportOf(from, isMember ? member : imported.name) ?? `${from.path}#${name}`;
  }

  /** Returns the source that an import names: relative, or with an alias such as `@/`, `~/` or `#`. */
  target(module: SourceModule, specifier: string): SourceModule | undefined {
    const below = /^(?:[@~]\/|~|#\/?)(.+)$/.exec(specifier)?.[1];
    if (below !== undefined) return this.#endingWith(below);
    if (!specifier.startsWith('.')) return undefined;
    return this.at(resolve(dirname(module.path), specifier));
  }

  /** Follows an export to its source, through modules that only pass it on. */
  #exportOf(module: SourceModule, name: string, seen = new Set<string>()): string | undefined {
    if (seen.has(module.path)) return undefined;
    seen.add(module.path);
    const found = module.exports.names.get(name);
    if (found?.from !== undefined) {
      const from = this.target(module, found.from);
      return from === undefined ? undefined : this.#exportOf(from, found.local, seen);
    }
    if (found !== undefined) return this.originOf(module, found.local);
    for (const star of module.exports.stars) {
      const from = this.target(module, star);
      const origin = from === undefined ? undefined : this.#exportOf(from, name, seen);
      if (origin !== undefined) return origin;
    }
    return undefined;
  }

  /** Returns the source at a path, with or without its ending. */
  at(path: string): SourceModule | undefined {
    return pathsOf(path)
      .map((each) => this.#modules.get(each))
      .find((each) => each !== undefined);
  }

  /** Returns the only source with this ending; undefined if several match. */
  #endingWith(below: string): SourceModule | undefined {
    const endings = pathsOf(below).map((each) => `/${each}`);
    const found = this.all().filter(({ path }) => endings.some((ending) => path.endsWith(ending)));
    return found.length === 1 ? found[0] : undefined;
  }
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const;

function pathsOf(path: string): readonly string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [path, ...ENDINGS.flatMap((ending) => [stem + ending, `${path}/index${ending}`])];
}
