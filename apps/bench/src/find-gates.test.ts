import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, test } from 'vitest';

import { findGates } from './find-gates.ts';

describe('findGates', () => {
  test('takes one gate per file, ordered by number, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gates-'));
    for (const name of ['g10-late.ts', 'g2-sync-hooks.ts', 'g2-sync-hooks.test.ts', 'notes.md'])
      await writeFile(join(folder, name), '');
    const found = await findGates(pathToFileURL(`${folder}/`));
    expect([...found.keys()]).toEqual(['G2', 'G10']);
    expect(found.get('G2')?.pathname.endsWith('/g2-sync-hooks.ts')).toBe(true);
  });

  test('gives every gate of the project the id its file says', { timeout: 60_000 }, async () => {
    for (const [id, file] of await findGates()) {
      const { gate } = (await import(file.href)) as { gate: { id: string } };
      expect(gate.id).toBe(id);
    }
  });
});
