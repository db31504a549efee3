import { registerHooks } from 'node:module';

/**
 * Lets modules anywhere on the disk import `@interpose/*`: such an import finds the package that
 * this app itself uses, so that there is one copy of it, and TypeScript files are modules
 * whatever package they lie in.
 */
export function resolveOwnPackages(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!specifier.startsWith('@interpose/')) return nextResolve(specifier, context);
      try {
        return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      } catch {
        return nextResolve(specifier, context);
      }
    },
    load(url, context, nextLoad) {
      const isTypeScript = url.startsWith('file:') && /\.ts($|\?)/.test(url);
      return nextLoad(url, isTypeScript ? { ...context, format: 'module-typescript' } : context);
    },
  });
}
