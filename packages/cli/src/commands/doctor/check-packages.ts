import satisfies from 'semver/functions/satisfies.js';

import { installed } from '../../app/installed.ts';
import { dependenciesOf, type AppManifest } from '../../app/read-manifest.ts';
import { SUPPORTED_SDKS, type SupportedSdk } from '../../app/supported-sdks.ts';
import { fine, warning, wrong, type Finding } from './finding.ts';

/** Checks that every SDK of the app has its adapter, and that their versions match. */
export function checkVersions(folder: string, manifest: AppManifest): readonly Finding[] {
  const named = dependenciesOf(manifest);
  const used = SUPPORTED_SDKS.filter(({ packages }) => packages.some((name) => named.has(name)));
  if (used.length === 0)
    return [
      warning(
        'sdks',
        'package.json names no SDK that Interpose knows',
        'run this in the folder of the app',
      ),
    ];
  return used.flatMap((sdk) => checkSdk(folder, sdk, named));
}

function checkSdk(
  folder: string,
  { adapter, packages }: SupportedSdk,
  named: ReadonlyMap<string, string>,
): readonly Finding[] {
  const own = installed(adapter, folder);
  const sdks = packages.filter((name) => named.has(name));
  if (own === undefined)
    return [
      warning(
        'adapter',
        `${sdks.join(', ')} is used and ${adapter} is not installed`,
        `add ${adapter}`,
      ),
    ];
  const findings = sdks.map((name): Finding => {
    const sdk = installed(name, folder);
    if (sdk === undefined)
      return wrong('sdk', `${name} is not installed`, 'install the dependencies');
    const range = own.peers[name];
    const both = `${name} ${sdk.version} with ${adapter} ${own.version}`;
    if (range === undefined || satisfies(sdk.version, range)) return fine('sdk', both);
    return wrong('sdk', `${both}, which supports ${range}`, `install ${name}@"${range}"`);
  });
  return findings;
}

/** Checks that all packages load the same core: two copies of the core do not share sessions. */
export function checkCores(folder: string, manifest: AppManifest): readonly Finding[] {
  const own = [...dependenciesOf(manifest).keys()].filter((name) => name.startsWith('@interpose/'));
  const cores = new Map<string, string[]>();
  const reach = (from: string, by: string): void => {
    const core = installed('@interpose/core', from);
    if (core === undefined) return;
    const place = `${core.version} in ${core.folder}`;
    cores.set(place, [...(cores.get(place) ?? []), by]);
  };
  reach(folder, 'the app');
  for (const name of own) {
    const found = name === '@interpose/core' ? undefined : installed(name, folder);
    if (found !== undefined) reach(found.folder, name);
  }
  if (cores.size === 0)
    return [wrong('core', '@interpose/core is not installed', 'add @interpose/core')];
  if (cores.size === 1) return [fine('core', `one copy, ${[...cores.keys()][0]}`)];
  const copies = [...cores].map(([place, by]) => `${place} (${by.join(', ')})`).join('; ');
  return [
    wrong(
      'core',
      `${cores.size} copies: ${copies}`,
      'bring all @interpose packages to one version and install again',
    ),
  ];
}
