import module from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { InterposeError, type Hooks } from '@interpose/core';
import { findIntercepted, type Intercepted } from './find-intercepted.ts';
import { manifestOf } from './package-manifest.ts';
import { reportOnce } from '../targets/report-once.ts';
import { tellUnused } from './tell-unused.ts';

/**
 * A module as an app gets it: its exports by name, or for a `require` the value of `module.exports`.
 *
 * @example
 * const sdk: LoadedModule = await import('node:path');
 */
export type LoadedModule = Readonly<Record<string, unknown>>;

/**
 * The modules that an adapter replaces, and how it hooks them.
 *
 * @example
 * const interception: Interception = { adapter: 'toy', exports: { toy: ['ask'] }, hooks: createHooks(), hook: (sdk) => sdk };
 */
export interface Interception {
  /** The adapter's name; it separates the modules that this adapter made from those of other adapters. */
  readonly adapter: string;
  /** The exports that are replaced, by specifier; an empty list if the hook changes the module in place. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** The registry that is told of a file in these packages that cannot be replaced. */
  readonly hooks: Hooks;
  /** Returns the hooked module: its exports replace the named ones, and a `require` returns all of it. */
  readonly hook: (real: LoadedModule, specifier: string) => LoadedModule;
  /** Whether hooks were asked without a hooked import, where the adapter hooks a copy that is loaded already. */
  readonly isUsed?: () => boolean;
}

/**
 * Makes every import and require of these modules in this process get the hooked module (Node 22.15 and later).
 *
 * @example
 * interceptModule({ adapter: 'toy', exports: { toy: ['ask'] }, hooks, hook: (sdk) => ({ ...sdk, ask: () => 'hooked' }) });
 */
export function interceptModule(interception: Interception): void {
  const { adapter, exports, hooks, hook } = interception;
  const key = `interpose.${adapter}.register`;
  const value: Interception['hook'] = (real, specifier) => marked(hook(real, specifier), real);
  Object.defineProperty(globalThis, Symbol.for(key), { value });
  // The modules made here, by their URLs.
  const made = new Map<string, module.LoadFnOutput>();
  let isUsed = false;
  tellUnused(adapter, hooks, () => isUsed || interception.isUsed?.() === true);
  module.registerHooks({
    resolve(given, context, next) {
      // An app may first resolve a module, and then load the URL that it got.
      const told = isAbsolute(given) ? pathToFileURL(given).href : given;
      if (made.has(told)) return { url: told, shortCircuit: true };
      const resolved = next(given, context);
      const { url: real } = resolved;
      const found = findIntercepted({ given, real, parent: context.parentURL }, exports);
      isUsed ||= found !== undefined;
      if (found === 'unknown') noteFile(real, adapter, hooks);
      if (found === undefined || found === 'unknown') return resolved;
      const hooked = `globalThis[Symbol.for(${JSON.stringify(key)})](real, ${JSON.stringify(found.specifier)})`;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      // Node cannot load a CommonJS module that was made here for an `import`.
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

/** Copies `__esModule`, which a spread leaves out: compilers use it to find the default of a required module. */
function marked(hooked: LoadedModule, { __esModule: value }: LoadedModule): LoadedModule {
  return value === true ? Object.defineProperty(hooked, '__esModule', { value }) : hooked;
}

/** Reports a file that was loaded by its path and that the adapter does not know. */
function noteFile(url: string, adapter: string, hooks: Hooks): void {
  const error = new InterposeError(
    'unmediated_call',
    `${fileURLToPath(url)} was loaded by its path, and what it exports passes no hooks`,
    `import ${manifestOf(url).name} by its name`,
  );
  reportOnce(hooks, { adapter, event: 'preRequest', error });
}

/** Returns the format of a module. For a `require`, Node leaves it open, and later finds it by these rules. */
function formatOf({ url, format }: module.ResolveFnOutput): string {
  if (format !== undefined && format !== null) return format;
  if (url.endsWith('.mjs')) return 'module';
  if (url.endsWith('.cjs')) return 'commonjs';
  return manifestOf(url).type === 'module' ? 'module' : 'commonjs';
}

/** Returns the source of the ES module: its own exports replace those of the same name from `export *`. */
function moduleBefore(
  real: string,
  { names }: Intercepted,
  isCommonJs: boolean,
  hooked: string,
): string {
  // The default of a CommonJS module is the whole module.
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
