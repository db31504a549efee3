import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where the modules made here find what hooks them. */
const HOOK = 'interpose.ai-sdk.register';

/** What is added to the address of the real module: each adapter knows its own; the ending tells Node its format. */
const MADE_MODULE = '.interpose-ai-sdk.mjs';
const MADE_COMMONJS = '.interpose-ai-sdk.cjs';

/** The exports that call models, run agents, or are the agent's class. */
const CALLING = [
  'generateText',
  'streamText',
  'generateObject',
  'streamObject',
  'embed',
  'embedMany',
  'ToolLoopAgent',
  'Experimental_Agent',
  'experimental_streamTextLowMemory',
  'experimental_streamLanguageModelCall',
] as const;

/** Lets every import and require of `ai` in this process get what `hook` makes of it (Node 22.15 and later). */
export function interceptAi(hook: (ai: object) => object): void {
  Object.defineProperty(globalThis, Symbol.for(HOOK), { value: hook });
  module.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (specifier !== 'ai' || !resolved.url.startsWith('file:')) return resolved;
      const isCommonJs = formatOf(resolved) === 'commonjs';
      const url = resolved.url + (isCommonJs ? MADE_COMMONJS : MADE_MODULE);
      return { url, format: isCommonJs ? 'commonjs' : 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (url.endsWith(MADE_MODULE)) return moduleBefore(url.slice(0, -MADE_MODULE.length));
      if (url.endsWith(MADE_COMMONJS)) return commonJsBefore(url.slice(0, -MADE_COMMONJS.length));
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

/** An export of its own stands before one of the same name that `export *` brings. */
function moduleBefore(real: string): module.LoadFnOutput {
  const text = readFileSync(fileURLToPath(real), 'utf8');
  const names = CALLING.filter((name) => text.includes(name));
  const source = [
    `import * as real from ${JSON.stringify(real)};`,
    `export * from ${JSON.stringify(real)};`,
    `const hooked = globalThis[Symbol.for(${JSON.stringify(HOOK)})](real);`,
    ...names.map((name) => `export const ${name} = hooked.${name};`),
  ].join('\n');
  return { format: 'module', source, shortCircuit: true };
}

function commonJsBefore(real: string): module.LoadFnOutput {
  const path = JSON.stringify(fileURLToPath(real));
  const source = `module.exports = globalThis[Symbol.for(${JSON.stringify(HOOK)})](require(${path}));`;
  return { format: 'commonjs', source, shortCircuit: true };
}
