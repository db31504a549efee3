import module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants, Script } from 'node:vm';

import { withoutTypes } from '@interpose/aos/pool';
import { InterposeError } from '@interpose/core';

import { heldData } from './held-data.ts';
import { pathAt, requiredBy, textAt } from './held-texts.ts';

interface OwnModule {
  exports: unknown;
  loaded: boolean;
  readonly id: string;
  readonly filename: string;
  readonly path: string;
}

/**
 * The exports of CommonJS modules of versions, by load and path. Node.js keeps one module for each file in the whole
 * process, so a changed file would never be read again, and tenants would share its variables.
 */
const loads = new Map<string, Map<string, OwnModule>>();

const MARKS = /\b(?:module\s*\.\s*exports|exports\s*[.[]|require\s*\()/;
const NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Returns the code of a module without its types. */
export function codeAt(url: string): string {
  const text = textAt(url) ?? '';
  return /\.[cm]?ts$/.test(pathAt(url)) ? withoutTypes(text, url) : text;
}

/** Returns the text of a JSON file from the version, and not from the disk. */
export function jsonAt(url: string): string {
  heldData.take(pathAt(url));
  return textAt(url) ?? '';
}

/** Whether a module is CommonJS: by its ending, or because it uses what an ES module does not have. */
export function isCommonJs(path: string, code: string): boolean {
  if (/\.[cm][jt]s$/.test(path)) return /\.c[jt]s$/.test(path);
  if (!MARKS.test(code)) return false;
  try {
    return new Script(module.wrap(code.replace(/^#!.*/, ''))) instanceof Script;
  } catch {
    return false;
  }
}

/** Returns the exports of a CommonJS module or JSON file, which runs once in each load. */
export function exportsOf(url: string): unknown {
  const { search } = new URL(url);
  const modules = loads.get(search) ?? new Map<string, OwnModule>();
  loads.set(search, modules);
  const path = pathAt(url);
  const known = modules.get(path);
  if (known !== undefined) return known.exports;
  const own = { exports: {}, loaded: false, id: path, filename: path, path: dirname(path) };
  modules.set(path, own);
  try {
    run(own, url);
  } catch (error) {
    modules.delete(path);
    throw error;
  }
  own.loaded = true;
  return own.exports;
}

function run(own: OwnModule, url: string): void {
  const { filename } = own;
  if (filename.endsWith('.json')) {
    own.exports = JSON.parse(jsonAt(url)) as unknown;
    return;
  }
  const code = codeAt(url);
  if (!isCommonJs(filename, code)) throw isEsModule(filename);
  const require = (specifier: string): unknown => {
    const held = requiredBy(specifier, url);
    return held === undefined ? (createRequire(url)(specifier) as unknown) : exportsOf(held);
  };
  const options = {
    filename: url,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  };
  const start = compileFunction(code.replace(/^#!.*/, ''), NAMES, options);
  start.call(own.exports, own.exports, require, own, filename, own.path);
}

/** Returns an ES module with the exports of a CommonJS module, under the names it has after running. */
export function facadeOf(url: string): string {
  const exported = exportsOf(url);
  const isHolder = typeof exported === 'object' || typeof exported === 'function';
  const names = Object.keys(isHolder ? (exported ?? {}) : {}).filter((name) => name !== 'default');
  const lines = names.map(
    (name, at) =>
      `const n${at} = exported[${JSON.stringify(name)}]; export { n${at} as ${JSON.stringify(name)} };`,
  );
  return `import { exportsOf } from ${JSON.stringify(import.meta.url)};
const exported = exportsOf(${JSON.stringify(url)});
export default exported;
${lines.join('\n')}`;
}

function isEsModule(path: string): InterposeError {
  return new InterposeError(
    'policies_unreadable',
    `${path} is required, and is an ES module`,
    'write `import` in place of `require`, or give it the ending .cjs if it is CommonJS',
  );
}
