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
      if (!specifier.startsWith('@interpose/'))
        return ofVersion(nextResolve(specifier, context), context.parentURL);
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

function ofVersion<T extends { readonly url: string }>(resolved: T, parent: string | undefined): T {
  const query = parent?.startsWith('file:') === true ? new URL(parent).searchParams : undefined;
  const digest = query?.get('version') ?? null;
  if (digest === null || !resolved.url.startsWith('file:')) return resolved;
  if (texts.get(digest)?.has(fileURLToPath(withoutQuery(resolved.url))) !== true) return resolved;
  const url = new URL(resolved.url);
  url.search = String(query);
  return { ...resolved, url: url.href };
}

function withoutQuery(url: string): URL {
  const bare = new URL(url);
  bare.search = '';
  return bare;
}
