import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Behaviour } from '@interpose/testing/conformance';

const folder = join(import.meta.dirname, 'behaviours');

/** What every policy owes on every SDK, by policy: one file each, with one export. */
export async function policyBehaviours(): Promise<ReadonlyMap<string, readonly Behaviour[]>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const entries = files.map(async (file) => {
    const exported: object = (await import(join(folder, file))) as object;
    const [behaviours] = Object.values(exported) as (readonly Behaviour[])[];
    return [file.slice(0, -'.ts'.length), behaviours ?? []] as const;
  });
  return new Map(await Promise.all(entries));
}
