import fc from 'fast-check';
import { expect } from 'vitest';

/** How an adapter reads a native message, and how it tells that one need not be read. */
export interface Reading<Native, Read> {
  readonly messages: fc.Arbitrary<readonly Native[]>;
  readonly read: (native: Native) => Read;
  readonly saysTheSame: (native: Native, read: Read) => boolean;
}

/**
 * Whatever is recognised would be read as what it is taken for, over all pairs of any two conversations; how many pairs
 * were recognised.
 */
export function readAsTheSame<Native, Read>(reading: Reading<Native, Read>): number {
  const { messages, read, saysTheSame } = reading;
  let same = 0;
  fc.assert(
    fc.property(messages, messages, (some, others) => {
      const all = [...some, ...others];
      for (const message of all.map(read))
        for (const native of all) {
          if (!saysTheSame(native, message)) continue;
          same++;
          expect(read(native)).toEqual(message);
        }
    }),
  );
  return same;
}
