import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

test('core depends on nothing', () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect(manifest['name']).toBe('@interpose/core');
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    expect(manifest[kind]).toBeUndefined();
  }
});
