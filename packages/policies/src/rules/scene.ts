import type { BaseContext } from '@interpose/core';

/** What rules see of one step: the context, with the value of the slot as earlier rules changed it. */
export interface Scene {
  readonly ctx: BaseContext;
  readonly slot: string | undefined;
  value: unknown;
}

/** A rule met a value it cannot judge, such as a text where it compares numbers. */
export class Mismatch extends Error {}
