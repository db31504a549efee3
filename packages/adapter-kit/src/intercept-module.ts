import { readFileSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * A module as an app gets it: its exports by name, or, where it is required, whatever it is itself.
 *
 * @example
 * const sdk: LoadedModule = await import('node:path');
 */
export type LoadedModule = Readonly<Record<string, unknown>>;

/**
 * Which modules an adapter stands before, and what it makes of them.
 *
 * @example
 * const interception: Interception = { adapter: 'toy', exports: { toy: ['ask'] }, hook: (sdk) => ({ ...sdk }) };
 */
export interface Interception {
  /** The adapter's name; every adapter knows by it which modules it made. */
  readonly adapter: string;
  /** By specifier, the exports that are replaced; none where the hook changes the module in place. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** What stands for the module: its exports take the place of the named ones, and a `require` gives back all of it. */
  readonly hook: (real: LoadedModule, specifier: string) => LoadedModule;
}

/** What is found under the address of a made module. */
interface Made {
  readonly real: string;
  readonly specifier: string;
  readonly isCommonJs: boolean;
}

/**
 * Lets every import and require of these modules in this process get what the hook makes of them (Node 22.15 and later).
 *
 * @example
 * interceptModule({ adapter: 'toy', exports: { toy: ['ask'] }, hook: (sdk) => ({ ...sdk, ask: () => 'hooked' }) });
 */
export function interceptModule({ adapter, exports, hook }: Interception): void {
  const key = `interpose.${adapter}.register`;
  Object.defineProperty(globalThis, Symbol.for(key), { value: hook });
  const made = new Map<string, Made>();
  module.registerHooks({
    resolve(given, context, next) {
      // An app may resolve a module first, and load what it was told.
      const told = isAbsolute(given) ? pathToFileURL(given).href : given;
      if (made.has(told)) return { url: told, shortCircuit: true };
      const resolved = next(given, context);
      const { url: real } = resolved;
      const specifier = knownAs(given, real, exports);
      if (specifier === undefined) return resolved;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      // The ending tells Node the format; the adapter's name keeps apart what several adapters make of one module.
      const url = `${real}.interpose-${adapter}.${isCommonJs ? 'cjs' : 'mjs'}`;
      made.set(url, { real, specifier, isCommonJs });
      return { url, format: isCommonJs ? 'commonjs' : 'module', shortCircuit: true };
    },
    load(url, context, next) {
      const found = made.get(url);
      if (found === undefined) return next(url, context);
      const { real, specifier, isCommonJs } = found;
      const hooked = `globalThis[Symbol.for(${JSON.stringify(key)})](real, ${JSON.stringify(specifier)})`;
      return isCommonJs
        ? commonJsBefore(real, hooked)
        : moduleBefore(real, hooked, namesIn(real, exports[specifier] ?? []));
    },
  });
}

/** The specifier among these that a module stands for: also where its package was installed under another name. */
function knownAs(
  specifier: string,
  real: string,
  exports: Interception['exports'],
): string | undefined {
  if (!real.startsWith('file:')) return undefined;
  if (Object.hasOwn(exports, specifier)) return specifier;
  const [, subpath] = BARE.exec(specifier) ?? [];
  if (subpath === undefined) return undefined;
  const { name = '' } = manifestOf(real);
  return Object.hasOwn(exports, name + subpath) ? name + subpath : undefined;
}

/** The name of a package, and what stands behind it; no path, no address and no name inside of a package. */
const BARE = /^(?:@[^/:]+\/)?[^./#@:][^/:]*((?:\/[^:]*)?)$/;

/** What is read of a package; every module of it asks. */
interface Manifest {
  readonly name?: string;
  readonly type?: string;
}

const manifests = new Map<string, Manifest>();

function manifestOf(url: string): Manifest {
  const path = packageOf(url);
  if (path === undefined) return {};
  const known = manifests.get(path);
  if (known !== undefined) return known;
  const read = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifests.set(path, read);
  return read;
}

/** None for what is no file: another adapter stands before its module under a name of its own, and other hooks may as well. */
function packageOf(url: string): string | undefined {
  try {
    return module.findPackageJSON(url);
  } catch {
    return undefined;
  }
}

/** Node leaves the format open when a module is required, and finds it as written here. */
function formatOf({ url, format }: module.ResolveFnOutput): string {
  if (format !== undefined && format !== null) return format;
  if (url.endsWith('.mjs')) return 'module';
  if (url.endsWith('.cjs')) return 'commonjs';
  return manifestOf(url).type === 'module' ? 'module' : 'commonjs';
}

/** The exports that this version of the module has; all of them where it only passes on those of other files. */
function namesIn(real: string, names: readonly string[]): readonly string[] {
  const text = readFileSync(fileURLToPath(real), 'utf8');
  const found = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return found.length === 0 ? names : found;
}

/** An export of its own stands before one of the same name that `export *` brings. */
function moduleBefore(real: string, hooked: string, names: readonly string[]): module.LoadFnOutput {
  const source = [
    `import * as real from ${JSON.stringify(real)};`,
    `export * from ${JSON.stringify(real)};`,
    `const hooked = ${hooked};`,
    ...names.map((name) =>
      name === 'default'
        ? 'export default hooked.default;'
        : `export const ${name} = hooked.${name};`,
    ),
  ].join('\n');
  return { format: 'module', source, shortCircuit: true };
}

function commonJsBefore(real: string, hooked: string): module.LoadFnOutput {
  const source = [
    `const real = require(${JSON.stringify(fileURLToPath(real))});`,
    `module.exports = ${hooked};`,
  ].join('\n');
  return { format: 'commonjs', source, shortCircuit: true };
}
