import module from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { InterposeError, type Hooks } from '@interpose/core';
import { findIntercepted, type Intercepted } from './find-intercepted.ts';
import { manifestOf } from './package-manifest.ts';
import { reportOnce } from '../targets/report-once.ts';

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
 * const interception: Interception = { adapter: 'toy', exports: { toy: ['ask'] }, hooks: createHooks(), hook: (sdk) => sdk };
 */
export interface Interception {
  /** The adapter's name; every adapter knows by it which modules it made. */
  readonly adapter: string;
  /** By specifier, the exports that are replaced; none where the hook changes the module in place. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** The registry that is told of a file of these packages which nobody can stand before. */
  readonly hooks: Hooks;
  /** What stands for the module: its exports take the place of the named ones, and a `require` gives back all of it. */
  readonly hook: (real: LoadedModule, specifier: string) => LoadedModule;
}

/**
 * Lets every import and require of these modules in this process get what the hook makes of them (Node 22.15 and later).
 *
 * @example
 * interceptModule({ adapter: 'toy', exports: { toy: ['ask'] }, hooks, hook: (sdk) => ({ ...sdk, ask: () => 'hooked' }) });
 */
export function interceptModule({ adapter, exports, hooks, hook }: Interception): void {
  const key = `interpose.${adapter}.register`;
  const value: Interception['hook'] = (real, specifier) => marked(hook(real, specifier), real);
  Object.defineProperty(globalThis, Symbol.for(key), { value });
  // By their addresses.
  const made = new Map<string, module.LoadFnOutput>();
  module.registerHooks({
    resolve(given, context, next) {
      // An app may resolve a module first, and load what it was told.
      const told = isAbsolute(given) ? pathToFileURL(given).href : given;
      if (made.has(told)) return { url: told, shortCircuit: true };
      const resolved = next(given, context);
      const { url: real } = resolved;
      const found = findIntercepted({ given, real, parent: context.parentURL }, exports);
      if (found === 'unknown') noteFile(real, adapter, hooks);
      if (found === undefined || found === 'unknown') return resolved;
      const hooked = `globalThis[Symbol.for(${JSON.stringify(key)})](real, ${JSON.stringify(found.specifier)})`;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      // Node finds no made CommonJS for an import.
      const isRequired = isCommonJs && context.conditions.includes('require');
      const [format, ending, source] = isRequired
        ? ['commonjs', 'cjs', commonJsBefore(real, hooked)]
        : ['module', 'mjs', moduleBefore(real, found, isCommonJs, hooked)];
      // The ending tells Node the format; the adapter's name keeps apart what several adapters make of one module.
      const url = `${real}.interpose-${adapter}.${ending}`;
      made.set(url, { format, source, shortCircuit: true });
      return { url, shortCircuit: true };
    },
    load: (url, context, next) => made.get(url) ?? next(url, context),
  });
}

/** By a member that no copy takes over, compilers know of a required module where its default is. */
function marked(hooked: LoadedModule, { __esModule: value }: LoadedModule): LoadedModule {
  return value === true ? Object.defineProperty(hooked, '__esModule', { value }) : hooked;
}

/** Tells of a file that was asked for by where it lies, and that is none of those which an adapter knows. */
function noteFile(url: string, adapter: string, hooks: Hooks): void {
  const error = new InterposeError(
    'unmediated_call',
    `${fileURLToPath(url)} was loaded by its path, and what it exports passes no hooks`,
    `import ${manifestOf(url).name} by its name`,
  );
  reportOnce(hooks, { adapter, event: 'preRequest', error });
}

/** Node leaves the format open when a module is required, and finds it as written here. */
function formatOf({ url, format }: module.ResolveFnOutput): string {
  if (format !== undefined && format !== null) return format;
  if (url.endsWith('.mjs')) return 'module';
  if (url.endsWith('.cjs')) return 'commonjs';
  return manifestOf(url).type === 'module' ? 'module' : 'commonjs';
}

/** An export of its own stands before one of the same name that `export *` brings. */
function moduleBefore(
  real: string,
  { names }: Intercepted,
  isCommonJs: boolean,
  hooked: string,
): string {
  // The default of CommonJS is all of it.
  const whole = ['export default hooked;', "export { hooked as 'module.exports' };"];
  const byDefault = ['export default hooked.default ?? real.default;'];
  const defaults = isCommonJs ? whole : names.includes('default') ? byDefault : [];
  const others = names.filter((name) => name !== 'default');
  return [
    `import ${isCommonJs ? 'real' : '* as real'} from ${JSON.stringify(real)};`,
    `export * from ${JSON.stringify(real)};`,
    `const hooked = ${hooked};`,
    ...others.map((name) => `export const ${name} = hooked.${name};`),
    ...defaults,
  ].join('\n');
}

function commonJsBefore(real: string, hooked: string): string {
  const path = JSON.stringify(fileURLToPath(real));
  return `const real = require(${path});\nmodule.exports = ${hooked};`;
}
