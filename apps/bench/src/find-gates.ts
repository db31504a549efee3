import { readdir } from 'node:fs/promises';

/** Where the gates lie, sorted into folders: one file each, `g4-async-hooks.ts` for G4. */
const FOLDER: URL = new URL('gates/', import.meta.url);

/** The gates of this folder, by id in the order of their numbers. */
export async function findGates(folder: URL = FOLDER): Promise<ReadonlyMap<string, URL>> {
  const files = await readdir(folder, { recursive: true });
  const numbered = files.flatMap((file): [number, string][] => {
    const number = /^(?:[^/]+\/)*g(\d+)-[a-z0-9-]+\.ts$/.exec(file.replaceAll('\\', '/'))?.[1];
    return number === undefined || file.endsWith('.test.ts') ? [] : [[Number(number), file]];
  });
  numbered.sort(([a], [b]) => a - b);
  return new Map(numbered.map(([number, file]) => [`G${number}`, new URL(file, folder)]));
}
