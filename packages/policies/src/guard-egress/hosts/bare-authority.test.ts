import { expect, test } from 'vitest';

import { bareAuthority } from './bare-authority.ts';

test('an authority made to be hard to read takes no longer than others of its length', () => {
  const before = performance.now();
  bareAuthority(`x'${'.'.repeat(300_000)}a`);
  expect(performance.now() - before).toBeLessThan(5000);
});
