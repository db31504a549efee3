import { registerHooks, type LoadFnOutput, type ResolveHookContext } from 'node:module';

import { InterposeError } from '@interpose/core';

import { heldBy, pathAt, textAt, versionAt } from './files/held-texts.ts';
import { packageOf } from './files/named-files.ts';
import { codeAt, facadeOf, isCommonJs, jsonAt } from './files/own-common-js.ts';
import { isOurs } from './files/read-named.ts';

/** The module that facades of CommonJS modules import. */
const OWN_COMMON_JS = new URL('./files/own-common-js.ts', import.meta.url).href;

/**
 * Lets modules anywhere on the disk import `@interpose/*`: the import finds the package of this app, so that there is
 * one copy of it. TypeScript files are modules in any package. A module of a version can import only modules that its
 * version holds, since its digest covers nothing else.
 */
export function resolveOwnPackages(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const held = heldBy(specifier, context.parentURL);
      if (held !== undefined)
        return { url: byImport(held, specifier, context), shortCircuit: true };
      if (specifier.startsWith('@interpose/')) {
        try {
          return nextResolve(specifier, { ...context, parentURL: import.meta.url });
        } catch {
          return nextResolve(specifier, context);
        }
      }
      const found = nextResolve(specifier, context);
      const url = heldBy(found.url, context.parentURL);
      if (url !== undefined) return { url: byImport(url, specifier, context), shortCircuit: true };
      refuseUnseen(specifier, context.parentURL);
      return found;
    },
    load(url, context, nextLoad) {
      const given = textAt(url) === undefined ? undefined : loadHeld(url);
      if (given !== undefined) return given;
      const isTypeScript = url.startsWith('file:') && /\.m?ts($|\?)/.test(url);
      return nextLoad(url, isTypeScript ? { ...context, format: 'module-typescript' } : context);
    },
  });
}

function loadHeld(url: string): LoadFnOutput | undefined {
  const path = pathAt(url);
  if (path.endsWith('.json')) return { format: 'json', source: jsonAt(url), shortCircuit: true };
  if (!/\.[cm]?[jt]s$/.test(path)) return undefined;
  const code = codeAt(url);
  const source = isCommonJs(path, code) ? facadeOf(url) : code;
  return { format: 'module', source, shortCircuit: true };
}

/** Node.js would keep a required module for the whole process, and give it to the next version too. */
function byImport(
  held: string,
  specifier: string,
  { conditions, parentURL }: ResolveHookContext,
): string {
  if (versionAt(parentURL) === undefined || !conditions.includes('require')) return held;
  const remedy = 'import it in place of createRequire, JSON with { type: "json" }';
  throw refusal(specifier, parentURL, 'requires', remedy);
}

function refuseUnseen(specifier: string, parent: string | undefined): void {
  const packages = versionAt(parent)?.packages;
  if (packages === undefined || specifier === OWN_COMMON_JS) return;
  const name = packageOf(specifier);
  if (isOurs(specifier) || specifier.startsWith('data:')) return;
  if (name !== undefined && Object.hasOwn(packages, name)) return;
  const remedy = 'write what it imports as a text in quotes, or serve a folder that holds both';
  throw refusal(specifier, parent, 'imports', remedy);
}

function refusal(specifier: string, parent = '', does: string, remedy: string): InterposeError {
  const problem = `${pathAt(parent)} ${does} ${specifier}, which its version does not hold`;
  return new InterposeError('policies_unreadable', problem, remedy);
}
