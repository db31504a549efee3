import type { MaybePromise } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';

/**
 * Returns the answer of a hook for a slot: undefined if the value is unchanged.
 *
 * @example
 * changed('message', message, message); // undefined
 */
export function changed<K extends string, T>(
  slot: K,
  before: T,
  after: MaybePromise<T>,
): MaybePromise<{ readonly [P in K]: T } | undefined> {
  return andThen(after, (value) =>
    // TypeScript types a computed key as any string.
    value === before ? undefined : ({ [slot]: value } as { readonly [P in K]: T }),
  );
}
