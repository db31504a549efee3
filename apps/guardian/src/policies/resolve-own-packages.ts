import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { withoutTypes } from '@interpose/aos/pool';

import type { PolicySource } from './policy-source.ts';

/** The texts of versions that are served or judged with, by digest and path on the disk. */
const texts = new Map<string, ReadonlyMap<string, string>>();
let loads = 0;

/** The addresses of modules that are loaded afresh from exactly these texts, whatever is on the disk by then. */
export function addressOf(source: PolicySource, name: string, load: number): string {
  const { digest, folder, files } = source;
  if (!texts.has(digest))
    texts.set(
      digest,
      new Map(Object.entries(files).map(([file, text]) => [join(folder, file), text])),
    );
  const url = pathToFileURL(join(folder, name));
  url.searchParams.set('version', digest);
  url.searchParams.set('load', String(load));
  return url.href;
}

/** A number that no earlier load has. */
export function newLoad(): number {
  return ++loads;
}

/**
 * Lets modules anywhere on the disk import `@interpose/*`: such an import finds the package that
 * this app itself uses, so that there is one copy of it, and TypeScript files are modules
 * whatever package they lie in. A module of a version imports the others of the same version.
 */
export function resolveOwnPackages(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const held = heldBy(specifier, context.parentURL);
      if (held !== undefined) return { url: held, shortCircuit: true };
      if (!specifier.startsWith('@interpose/')) {
        const found = nextResolve(specifier, context);
        return { ...found, url: heldBy(found.url, context.parentURL) ?? found.url };
      }
      try {
        return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      } catch {
        return nextResolve(specifier, context);
      }
    },
    load(url, context, nextLoad) {
      const isTypeScript = url.startsWith('file:') && /\.m?ts($|\?)/.test(url);
      const source = textOf(url);
      if (source !== undefined)
        return {
          format: 'module',
          source: isTypeScript ? withoutTypes(source, url) : source,
          shortCircuit: true,
        };
      return nextLoad(url, isTypeScript ? { ...context, format: 'module-typescript' } : context);
    },
  });
}

function textOf(url: string): string | undefined {
  const digest = url.startsWith('file:') ? new URL(url).searchParams.get('version') : null;
  return digest === null ? undefined : texts.get(digest)?.get(fileURLToPath(withoutQuery(url)));
}

/**
 * The address of a module whose text a version holds, found without the disk: a link may lead elsewhere by now, and what
 * it leads to has another path.
 */
function heldBy(specifier: string, parent: string | undefined): string | undefined {
  const url = URL.parse(specifier, parent);
  if (url?.protocol !== 'file:' || !/^(?:file:|\.{0,2}\/)/.test(specifier)) return undefined;
  const isEntry = url.searchParams.has('version');
  const query = isEntry ? url.search : (URL.parse(parent ?? '')?.search ?? '');
  url.search = query;
  return textOf(url.href) === undefined ? undefined : url.href;
}

function withoutQuery(url: string): URL {
  const bare = new URL(url);
  bare.search = '';
  return bare;
}
