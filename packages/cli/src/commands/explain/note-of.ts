import { codes, type CodeNote } from '@interpose/core/codes';

/** What Interpose says of one of its codes; nothing for any other word. */
export function noteOf(code: string): CodeNote | undefined {
  return Object.hasOwn(codes, code) ? codes[code] : undefined;
}
