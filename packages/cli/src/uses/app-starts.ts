import type { AppManifest } from '../app/read-manifest.ts';
import { startsOf, type Start } from '../app/read-starts.ts';
import type { AppModules } from './app-modules.ts';
import { StartReach } from './start-reach.ts';

/** How the scripts of package.json start an app, if they reach an SDK. */
export class AppStarts {
  /** Each start with the adapters of the SDKs it reaches; undefined if they cannot be told. */
  readonly #starts: readonly (readonly [Start, ReadonlySet<string> | undefined])[];
  /** The adapters that Node loads first in every script that reaches their SDK. */
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

  /** Returns scripts that reach an adapter's SDK without loading it, if another script loads it. */
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
