import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import compare from 'semver/functions/compare.js';
import major from 'semver/functions/major.js';
import valid from 'semver/functions/valid.js';

import { readAt } from '../app/find-files.ts';
import { REINSTALL } from '../app/installed.ts';
import type { EntryClass } from './classify.ts';

/** What an adapter ships of its census: `pnpm census` writes it, and every entry of every supported version is in it. */
export interface ShippedCensus {
  readonly classes: readonly EntryClass[];
  readonly packages: readonly ShippedPackage[];
}

/** One package of an SDK, in the versions that were surveyed. */
export interface ShippedPackage {
  readonly name: string;
  /** The lowest first. */
  readonly versions: readonly string[];
  /** Regular expressions: whose types count as the SDK's own, and which entry points are left out. */
  readonly family: string;
  readonly skip?: string;
  /** The id, what it is, the place of its class in `classes`, and in which versions: a bit each. */
  readonly entries: readonly (readonly [
    id: string,
    kind: string,
    judged: number,
    versions: number,
  ])[];
}

/**
 * The census that an installed adapter brings; nothing where it is of a version that brought none.
 *
 * @throws InterposeError `file_unreadable` for one that is broken: what it knows would count as nothing.
 */
export function readShipped(adapterFolder: string): ShippedCensus | undefined {
  const path = join(adapterFolder, 'census/shipped.json');
  return existsSync(path) ? readAt(path, () => censusIn(path), REINSTALL) : undefined;
}

function censusIn(path: string): ShippedCensus {
  const census = JSON.parse(readFileSync(path, 'utf8')) as ShippedCensus;
  const { classes, packages } = census;
  for (const { entries, status, path: at } of classes)
    if (!Array.isArray(entries) || !STATUS.test(status) || typeof at !== 'string')
      throw new TypeError('one of its classes is incomplete');
  for (const { name, versions, family, skip = '', entries } of packages) {
    if (versions.length === 0 || versions.some((version) => valid(version) === null))
      throw new TypeError(`it tells no versions of ${name}`);
    if (entries.some(([id, , place]) => typeof id !== 'string' || classes[place] === undefined))
      throw new TypeError(`an entry of ${name} has no class`);
    // Throws for a pattern that is none.
    for (const pattern of [family, skip]) ''.search(pattern);
  }
  return census;
}

const STATUS = /^(?:enforced|observed|unmediated|harmless)$/;

/** An entry of a version with its class. */
export interface JudgedEntry {
  readonly kind: string;
  readonly judged: EntryClass;
}

/** The entries of the surveyed version that is nearest to an installed one. */
export interface NearestCensus {
  readonly version: string;
  readonly entries: ReadonlyMap<string, JudgedEntry>;
}

/** The same version, else the newest before it of the same major, else the newest of that major, else the newest. */
export function nearestCensus(
  { classes }: ShippedCensus,
  { versions, entries }: ShippedPackage,
  installed: string,
): NearestCensus {
  const alike = versions.filter((version) => major(version) === major(installed));
  const version =
    alike.findLast((each) => compare(each, installed) <= 0) ?? alike.at(-1) ?? versions.at(-1)!;
  const bit = 1 << versions.indexOf(version);
  const own = entries.filter(([, , , mask]) => (mask & bit) !== 0);
  return {
    version,
    entries: new Map(own.map(([id, kind, place]) => [id, { kind, judged: classes[place]! }])),
  };
}
