import type { AppManifest } from '../app/read-manifest.ts';
import { startsOf, type Start } from '../app/read-starts.ts';
import type { AppModules } from './app-modules.ts';
import { StartReach } from './start-reach.ts';

/** How the scripts of a package.json start an app, as far as they come to an SDK. */
export class AppStarts {
  /** With the adapters whose SDKs each comes to; nothing where nobody can tell. */
  readonly #starts: readonly (readonly [Start, ReadonlySet<string> | undefined])[];
  /** The adapters that Node loads before everything else, wherever a script comes to their SDK. */
  readonly registered: ReadonlySet<string>;

  constructor(folder: string, manifest: AppManifest, app: AppModules) {
    const starts = startsOf(manifest.scripts ?? {});
    const all = new Set(starts.flatMap(({ registered }) => [...registered]));
    const reach = all.size > 0 ? new StartReach(folder, manifest, app) : undefined;
    this.#starts = starts.map((start) => [start, reach?.adaptersOf(start)] as const);
    this.registered = new Set(
      [...all].filter((adapter) => {
        const relevant = this.#comingTo(adapter);
        return relevant.length > 0 && relevant.every(({ registered }) => registered.has(adapter));
      }),
    );
  }

  /** The scripts that come to the SDK of an adapter without it, where another script loads it. */
  without(adapter: string): readonly string[] {
    const relevant = this.#comingTo(adapter);
    if (!relevant.some(({ registered }) => registered.has(adapter))) return [];
    const without = relevant.filter(({ registered }) => !registered.has(adapter));
    return [...new Set(without.map(({ script }) => script))];
  }

  #comingTo(adapter: string): readonly Start[] {
    return this.#starts.flatMap(([start, adapters]) =>
      adapters === undefined || adapters.has(adapter) ? [start] : [],
    );
  }
}
