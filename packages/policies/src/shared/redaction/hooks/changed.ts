import type { MaybePromise } from '@interpose/core';

import { andThen } from '../../values/and-then.ts';

/**
 * What a hook returns for a slot: nothing when the value is the one it got.
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
    // A computed key is typed as any string; it is this one.
    value === before ? undefined : ({ [slot]: value } as { readonly [P in K]: T }),
  );
}
