import { codes, type CodeNote } from '@interpose/core/codes';

/** Returns the explanation of a code of Interpose; undefined for any other word. */
export function noteOf(code: string): CodeNote | undefined {
  return Object.hasOwn(codes, code) ? codes[code] : undefined;
}
