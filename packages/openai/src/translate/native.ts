import type { Dict } from '@interpose/core';

/** Copies what the host owns where the registry is strict, else returns it. */
export type Copy = <T>(value: T) => T;

/** The body of a request or an answer as it stands on the wire: read by name, carried through otherwise. */
export type Body = Readonly<Record<string, unknown>>;

/** True for a value that is a plain record, not a list. */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of a list; nothing where it is none. */
export function dictsOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isDict) : [];
}

/** A text, or nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
