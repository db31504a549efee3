import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test, vi } from 'vitest';

import { reachedAddress } from './reached-address.ts';

test('reads every text that is an address, in whatever form, and nothing else', () => {
  const written = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.stringMatching(/^[0-9abcfxABFX.:%[\]g -]{0,24}$/),
    fc.domain(),
  );
  fc.assert(
    fc.property(written, (text) => {
      expect(reachedAddress(text) !== undefined).toBe(ipaddr.isValid(text));
    }),
    { numRuns: 5000 },
  );
});

test('does not ask the library about a name, since it throws for each', () => {
  const asked = vi.spyOn(ipaddr, 'isValid');
  expect(reachedAddress('api.example.com')).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
