import type { AppManifest } from './read-manifest.ts';

/** The adapters that the scripts of an app load before everything else. */
export function registeredAdapters({ scripts = {} }: AppManifest): ReadonlySet<string> {
  const found = Object.values(scripts).flatMap((line) => [
    ...line.matchAll(/--import[= ](@interpose\/[a-z-]+)\/register/g),
  ]);
  return new Set(found.map(([, adapter = '']) => adapter));
}
