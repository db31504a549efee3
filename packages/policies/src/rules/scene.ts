import type { BaseContext } from '@interpose/core';

/** A step as rules see it: the context, and the value of the slot with the changes of earlier rules. */
export interface Scene {
  readonly ctx: BaseContext;
  readonly slot: string | undefined;
  value: unknown;
}

/** Thrown when a rule meets a value it cannot judge, such as a text where it compares numbers. */
export class Mismatch extends Error {}
