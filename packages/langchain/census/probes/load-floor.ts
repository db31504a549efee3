import { registerHooks } from 'node:module';

import type { ProbeSuite } from '@interpose/testing/probes';

/** The package that has the lowest supported versions. */
const floor = new URL('../../test/floor/package.json', import.meta.url).href;
const own = new URL('../../', import.meta.url).href;
const mark = '?floor';

/**
 * The suite of the lowest supported versions: the adapter and its probes once more, with every import of LangChain going
 * to the other folder. Node's own loader does that; a test runner with another one puts the modules in place itself.
 */
export async function loadFloorSuite(): Promise<ProbeSuite> {
  registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL?.endsWith(mark) !== true) return next(specifier, context);
      if (/^(langchain($|\/)|@langchain\/)/.test(specifier))
        return next(specifier, { ...context, parentURL: floor });
      const resolved = next(specifier, context);
      const isOwn = resolved.url.startsWith(own) && !resolved.url.includes('/node_modules/');
      return isOwn ? { ...resolved, url: resolved.url + mark } : resolved;
    },
  });
  const file = new URL(`suites.ts${mark}`, import.meta.url).href;
  const { suiteOf } = (await import(file)) as { suiteOf: (version: string) => ProbeSuite };
  return suiteOf('1.0.1');
}
