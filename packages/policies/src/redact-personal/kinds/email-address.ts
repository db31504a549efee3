import type { Kind } from './kind.ts';

/** Mail addresses, with letters of any script. */
export const emailAddress: Kind = {
  type: 'EMAIL_ADDRESS',
  trigger: 'at',
  pattern:
    /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu,
  check(text, { start, end }) {
    let first = start;
    while (/[.'%-]/.test(text[first] ?? '')) first += 1;
    return text[first] === '@' ? undefined : { start: first, end };
  },
};
