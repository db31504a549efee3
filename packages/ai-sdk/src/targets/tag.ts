import type { Hooks } from '@interpose/core';

/** Where a hooked value says that it is one. */
export const TAG: unique symbol = Symbol.for('interpose.ai-sdk.hooked') as never;

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

/** Marks a value as hooked; the mark is neither enumerated nor copied by a spread. */
export function withTag<T extends object>(value: T, tag: Tag): T {
  return Object.defineProperty(value, TAG, { value: tag, configurable: true });
}

/** What this registry hooked, or the value itself: a registry adds one layer only. */
export function unhooked<T>(value: T, hooks: Hooks): T {
  const tag = tagOf(value);
  return tag?.hooks === hooks ? (tag.target as T) : value;
}
