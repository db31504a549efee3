import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

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
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { url: real } = resolved;
      if (!Object.hasOwn(exports, specifier) || !real.startsWith('file:')) return resolved;
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

/** Node leaves the format open when a module is required, and finds it as written here. */
function formatOf({ url, format }: module.ResolveFnOutput): string {
  if (format !== undefined && format !== null) return format;
  if (url.endsWith('.mjs')) return 'module';
  const manifest = url.endsWith('.cjs') ? undefined : module.findPackageJSON(url);
  if (manifest === undefined) return 'commonjs';
  const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: string };
  return type === 'module' ? 'module' : 'commonjs';
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
