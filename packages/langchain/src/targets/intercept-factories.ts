import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where the modules made here find what hooks them. */
const HOOK = 'interpose.langchain.register';

/** What is added to the address of the real module: each adapter knows its own; the ending tells Node its format. */
const MADE_MODULE = '.interpose-langchain.mjs';
const MADE_COMMONJS = '.interpose-langchain.cjs';

/** The functions that make agents, by the module that exports them. */
const FACTORIES: ReadonlyMap<string, string> = new Map([
  ['langchain', 'createAgent'],
  ['@langchain/langgraph/prebuilt', 'createReactAgent'],
  ['@langchain/langgraph-supervisor', 'createSupervisor'],
  ['deepagents', 'createDeepAgent'],
]);

/** Lets every import and require of a factory in this process get what `hook` makes of it (Node 22.15 and later). */
export function interceptFactories(hook: (factory: object) => object): void {
  Object.defineProperty(globalThis, Symbol.for(HOOK), { value: hook });
  module.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const name = FACTORIES.get(specifier);
      if (name === undefined || !resolved.url.startsWith('file:')) return resolved;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      const url = `${resolved.url}?${name}${isCommonJs ? MADE_COMMONJS : MADE_MODULE}`;
      return { url, format: isCommonJs ? 'commonjs' : 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (url.endsWith(MADE_MODULE)) return moduleBefore(...madeFrom(url, MADE_MODULE));
      if (url.endsWith(MADE_COMMONJS)) return commonJsBefore(...madeFrom(url, MADE_COMMONJS));
      return next(url, context);
    },
  });
}

function madeFrom(url: string, ending: string): [real: string, name: string] {
  const made = url.slice(0, -ending.length);
  const at = made.lastIndexOf('?');
  return [made.slice(0, at), made.slice(at + 1)];
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

/** An export of its own stands before one of the same name that `export *` brings. */
function moduleBefore(real: string, name: string): module.LoadFnOutput {
  const address = JSON.stringify(real);
  const source = [
    `import * as real from ${address};`,
    `export * from ${address};`,
    `export const ${name} = globalThis[Symbol.for(${JSON.stringify(HOOK)})](real.${name});`,
  ].join('\n');
  return { format: 'module', source, shortCircuit: true };
}

function commonJsBefore(real: string, name: string): module.LoadFnOutput {
  const path = JSON.stringify(fileURLToPath(real));
  const source = [
    `const real = require(${path});`,
    `const hooked = globalThis[Symbol.for(${JSON.stringify(HOOK)})](real.${name});`,
    `module.exports = { ...real, ${name}: hooked };`,
  ].join('\n');
  return { format: 'commonjs', source, shortCircuit: true };
}
