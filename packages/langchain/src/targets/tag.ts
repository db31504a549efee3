import type { Hooks } from '@interpose/core';

/** Where a hooked value says that it is one. */
const TAG: unique symbol = Symbol.for('interpose.langchain.hooked') as never;

/** What a hooked value says about itself, also to another copy of this package. */
export interface Tag {
  readonly hooks: Hooks;
  /** What was hooked. */
  readonly target: object;
}

/** The tag of a hooked value; undefined for anything else. */
export function tagOf(value: unknown): Tag | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return undefined;
  return (value as { readonly [TAG]?: Tag })[TAG];
}

/** True when the property asked for is the tag. */
export function isTagKey(key: PropertyKey): boolean {
  return key === TAG;
}
