import { isDict, type Copy } from '@interpose/adapter-kit';

export { isDict, type Copy };

/** The body of a request or an answer as it stands on the wire: read by name, carried through otherwise. */
export type Body = Readonly<Record<string, unknown>>;

/** The records of a list; nothing where it is none. */
export function dictsOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isDict) : [];
}

/** A text, or nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
