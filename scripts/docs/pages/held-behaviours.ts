import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';

/** The results of one target of one version in the conformance suite, from `docs/conformance.md`. */
export interface HeldRow {
  readonly adapter: string;
  readonly version: string;
  readonly target: string;
  readonly held: number;
  readonly asked: number;
}

/** Returns the summary of the committed table, a row per adapter, version and target. */
export function heldRows(): readonly HeldRow[] {
  const text = readFileSync(join(repositoryRoot, 'docs/conformance.md'), 'utf8');
  const rows = text.matchAll(
    /^\| ([\w-]+) \| ([\w.-]+) \| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  );
  return [...rows].map(([, adapter = '', version = '', target = '', ...counts]) => {
    const [plain = 0, plainOut = 0, streamed = 0, streamedOut = 0] = counts.map(Number);
    const held = plain + streamed;
    return { adapter, version, target, held, asked: held + plainOut + streamedOut };
  });
}

/** Returns the row of the newest version of an adapter's SDK, for the last target in the table. */
export function heldBehaviours(adapter: string): HeldRow {
  const own = heldRows().filter((row) => row.adapter === adapter);
  const found = own.at(-1);
  if (found === undefined) throw new Error(`docs/conformance.md has no row for ${adapter}`);
  return found;
}
