import module from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the modules made here find what hooks them. */
const HOOK = 'interpose.openai-agents.register';

/** The package that holds agents and runners; all others of the SDK bring its exports on. */
const SDK = '@openai/agents-core';

/** What is added to the address of the real module: each adapter knows its own; the ending tells Node its format. */
const MADE_MODULE = '.interpose-openai-agents.mjs';
const MADE_COMMONJS = '.interpose-openai-agents.cjs';

/** Shows every copy of the SDK that this process imports or requires to `hook`, before anybody uses it (Node 22.15 and later). */
export function interceptSdk(hook: (sdk: object) => void): void {
  Object.defineProperty(globalThis, Symbol.for(HOOK), { value: hook });
  module.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (specifier !== SDK || !resolved.url.startsWith('file:')) return resolved;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      const url = resolved.url + (isCommonJs ? MADE_COMMONJS : MADE_MODULE);
      return { url, format: isCommonJs ? 'commonjs' : 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (url.endsWith(MADE_MODULE)) return moduleAround(url.slice(0, -MADE_MODULE.length));
      if (url.endsWith(MADE_COMMONJS)) return commonJsAround(url.slice(0, -MADE_COMMONJS.length));
      return next(url, context);
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

function moduleAround(real: string): module.LoadFnOutput {
  const source = [
    `import * as real from ${JSON.stringify(real)};`,
    `export * from ${JSON.stringify(real)};`,
    `globalThis[Symbol.for(${JSON.stringify(HOOK)})](real);`,
  ].join('\n');
  return { format: 'module', source, shortCircuit: true };
}

function commonJsAround(real: string): module.LoadFnOutput {
  const source = [
    `module.exports = require(${JSON.stringify(fileURLToPath(real))});`,
    `globalThis[Symbol.for(${JSON.stringify(HOOK)})](module.exports);`,
  ].join('\n');
  return { format: 'commonjs', source, shortCircuit: true };
}
