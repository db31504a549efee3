import { readFile } from 'node:fs/promises';

import { atMost, type Gate, type Part, type Sample } from '../../gate.ts';
import { bundleSize } from '../../method/bundle-size.ts';
import { importTime } from '../../method/import-time.ts';
import { CONTROL, Timings } from '../../method/timings.ts';
import { shuffle } from '../../method/shuffle.ts';

const CORE = '@interpose/core';
const PEER = 'hookable';
const ROUNDS = 40;
const WHOLE = `export * from '${CORE}'; export * from '${CORE}/adapter';`;
const DISPATCH = `export { createHooks } from '${CORE}';`;

/** Importing the core: its time, its size, its dependencies. */
export const gate: Gate = { id: 'G25', name: 'import of the core', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const times = await importTimes();
  const parts: Part[] = [
    atMost('import over hookable', times.ratio(CORE, PEER), 2, 'x'),
    atMost('the whole, gzipped', (await bundleSize(WHOLE)) / 1000, 25, 'KB'),
    atMost('createHooks with dispatch, gzipped', (await bundleSize(DISPATCH)) / 1000, 17, 'KB'),
    atMost('dependencies', await dependencies(), 0, 'count'),
  ];
  const peers = [
    { name: 'hookable: import', value: times.nanoseconds(PEER) / 1e6, unit: 'ms' },
    {
      name: 'hookable: gzipped',
      value: (await bundleSize(`export * from '${PEER}';`)) / 1000,
      unit: 'KB',
    },
  ] as const;
  return { control: times.control, parts, peers };
}

async function importTimes(): Promise<Timings> {
  const names = new Map([
    [CORE, CORE],
    [PEER, PEER],
    [CONTROL, PEER],
  ]);
  const rounds = new Map<string, number[]>([...names.keys()].map((name) => [name, []]));
  for (const specifier of names.values()) await importTime(specifier);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, specifier] of shuffle([...names]))
      rounds.get(name)?.push((await importTime(specifier)) * 1e6);
  }
  return new Timings(rounds, PEER);
}

async function dependencies(): Promise<number> {
  const manifest = new URL(import.meta.resolve(`${CORE}/package.json`));
  const { dependencies: names = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(names).length;
}
