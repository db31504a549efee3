import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where the modules made here find what hooks them. */
const HOOK = 'interpose.openai.register';

/** What is added to the address of the real module: each adapter knows its own; the ending tells Node its format. */
const MADE_MODULE = '.interpose-openai.mjs';
const MADE_COMMONJS = '.interpose-openai.cjs';

/** The classes whose clients ask models. */
const CLIENTS = ['OpenAI', 'AzureOpenAI', 'BedrockOpenAI'] as const;

type ClientClass = new (...given: never[]) => object;

/** Lets every client that is made of `openai` in this process be what `hook` makes of it (Node 22.15 and later). */
export function interceptOpenai(hook: (client: object) => object): void {
  Object.defineProperty(globalThis, Symbol.for(HOOK), {
    value: (real: Readonly<Record<string, unknown>>) => hookedClasses(real, hook),
  });
  module.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (specifier !== 'openai' || !resolved.url.startsWith('file:')) return resolved;
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

/** The client classes of a module, each making hooked clients. */
function hookedClasses(
  real: Readonly<Record<string, unknown>>,
  hook: (client: object) => object,
): Readonly<Record<string, unknown>> {
  const classes = CLIENTS.flatMap((name) => {
    const own = real[name];
    return typeof own === 'function'
      ? [[name, hookedClass(own as ClientClass, hook)] as const]
      : [];
  });
  return Object.fromEntries(classes);
}

function hookedClass(own: ClientClass, hook: (client: object) => object): ClientClass {
  return new Proxy(own, {
    construct: (target, given, newTarget) =>
      hook(Reflect.construct(target, given, newTarget) as object),
  });
}

/** Node leaves the format open when a module is required, and finds it as written here. */
function formatOf({ url, format }: module.ResolveFnOutput): string {
  if (format !== undefined && format !== null) return format;
  return url.endsWith('.mjs') ? 'module' : 'commonjs';
}

/** An export of its own stands before one of the same name that `export *` brings. */
function moduleBefore(real: string): module.LoadFnOutput {
  const text = readFileSync(fileURLToPath(real), 'utf8');
  const names = CLIENTS.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const source = [
    `import * as real from ${JSON.stringify(real)};`,
    `export * from ${JSON.stringify(real)};`,
    `const hooked = globalThis[Symbol.for(${JSON.stringify(HOOK)})](real);`,
    ...names.map((name) => `export const ${name} = hooked.${name};`),
    'export default hooked.OpenAI;',
  ].join('\n');
  return { format: 'module', source, shortCircuit: true };
}

/** A required module is the class itself, with everything else as its members. */
function commonJsBefore(real: string): module.LoadFnOutput {
  const path = JSON.stringify(fileURLToPath(real));
  const source = [
    `const real = require(${path});`,
    `const hooked = globalThis[Symbol.for(${JSON.stringify(HOOK)})](real);`,
    'const members = { ...hooked, default: hooked.OpenAI };',
    'module.exports = new Proxy(hooked.OpenAI, {',
    '  get(target, key) {',
    '    if (Object.hasOwn(members, key)) return members[key];',
    '    return Object.hasOwn(target, key) || !(key in real) ? target[key] : real[key];',
    '  },',
    '});',
  ].join('\n');
  return { format: 'commonjs', source, shortCircuit: true };
}
