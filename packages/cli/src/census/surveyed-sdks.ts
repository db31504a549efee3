import { installed, type Installed } from '../app/installed.ts';
import { dependenciesOf, readManifest } from '../app/read-manifest.ts';
import { SUPPORTED_SDKS } from '../app/supported-sdks.ts';
import {
  nearestCensus,
  readShipped,
  type NearestCensus,
  type ShippedPackage,
} from './shipped-census.ts';

/** A package of an SDK that an app has installed. */
export interface InstalledSdk {
  readonly sdk: Installed;
  readonly adapterName: string;
  /** The adapter as it is installed, if it is. */
  readonly adapter: Installed | undefined;
  /** What the adapter knows of the nearest version; nothing where it surveyed no version of the package. */
  readonly known:
    | { readonly surveyed: ShippedPackage; readonly nearest: NearestCensus }
    | undefined;
}

/**
 * Every package of a supported SDK that the app in this folder reaches: what it names, and what stands behind that, such
 * as @openai/agents-core behind @openai/agents.
 */
export function installedSdks(folder: string): readonly InstalledSdk[] {
  const named = dependenciesOf(readManifest(folder));
  return SUPPORTED_SDKS.flatMap(({ adapter: adapterName, packages }) => {
    const used = packages.filter((name) => named.has(name));
    if (used.length === 0) return [];
    const adapter = installed(adapterName, folder);
    const shipped = adapter === undefined ? undefined : readShipped(adapter.folder);
    const surveyed = new Map(shipped?.packages.map((each) => [each.name, each]));
    const names = new Set([...used, ...surveyed.keys()]);
    return [...names].flatMap((name): readonly InstalledSdk[] => {
      const sdk = reach(name, folder, used);
      if (sdk === undefined) return [];
      const census = surveyed.get(name);
      if (shipped === undefined || census === undefined)
        return surveyed.size > 0 && !used.includes(name)
          ? []
          : [{ sdk, adapterName, adapter, known: undefined }];
      const nearest = nearestCensus(shipped, census, sdk.version);
      return [{ sdk, adapterName, adapter, known: { surveyed: census, nearest } }];
    });
  });
}

/** What the app gets for the name, or what a package of the SDK that it names gets. */
function reach(name: string, folder: string, used: readonly string[]): Installed | undefined {
  const own = installed(name, folder);
  if (own !== undefined) return own;
  return used
    .map((each) => installed(each, folder))
    .map((each) => (each === undefined ? undefined : installed(name, each.folder)))
    .find((each) => each !== undefined);
}
