import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ShippedCensus } from '../census/shipped-census.ts';
import { ENTRY_POINTS } from './entry-points.ts';

const PACKAGES = join(import.meta.dirname, '../../..');

/** What the censuses of all adapters list, by package. */
const censuses = globSync('*/census/{*,@*/*}.json', { cwd: PACKAGES }).map(
  (file) =>
    JSON.parse(readFileSync(join(PACKAGES, file), 'utf8')) as {
      readonly package: string;
      readonly entries: Readonly<Record<string, string>>;
    },
);

const counted = ENTRY_POINTS.filter(({ from }) =>
  censuses.some((census) => census.package === from),
);

test.for(counted.map(({ from, name, ...rest }) => ({ from, name, ...rest })))(
  '$name of $from stands in the census of its SDK',
  ({ from, name }) => {
    const found = censuses
      .filter((census) => census.package === from)
      .flatMap(({ entries }) => Object.keys(entries));
    expect(found.map((id) => id.split(': ').at(-1))).toContain(name);
  },
);

/** What was judged of the SDKs, as the adapters ship it. */
const shipped = globSync('*/census/shipped.json', { cwd: PACKAGES }).map(
  (file) => JSON.parse(readFileSync(join(PACKAGES, file), 'utf8')) as ShippedCensus,
);

test('every function that is enforced and asks the model that it is given is an entry point', () => {
  const asking = shipped.flatMap(({ classes, packages }) =>
    packages.flatMap(({ name: from, entries }) =>
      entries.flatMap(([id, kind, judged]) => {
        const { status, path } = classes[judged]!;
        const [, name] = /^(\w+)\{model\}$/.exec(id) ?? [];
        const asks = status === 'enforced' && /^(?:Language|Embedding)Model/.test(kind);
        return asks && name === path ? [`${from} ${name}`] : [];
      }),
    ),
  );
  expect(new Set(asking).size).toBeGreaterThan(7);
  const known = ENTRY_POINTS.map(({ from, name }) => `${from} ${name}`);
  expect(asking.filter((each) => !known.includes(each))).toEqual([]);
});

test('every package with a census has an entry', () => {
  expect(counted.length).toBeGreaterThan(12);
});

test.for(ENTRY_POINTS.filter(({ beyondReach }) => beyondReach !== undefined))(
  '$name is declared by its adapter as out of reach',
  ({ adapter, name, beyondReach }) => {
    const folder = adapter.replace('@interpose/', '');
    const declared = readFileSync(join(PACKAGES, folder, 'src/coverage/declared.ts'), 'utf8');
    const row = declared
      .split('\n')
      .find(
        (line) =>
          line.includes(` ${name} `) || line.includes(`'${name} `) || line.includes(` ${name}'`),
      );
    expect(row).toContain(beyondReach);
  },
);
