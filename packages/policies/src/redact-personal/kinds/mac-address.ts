import type { Kind } from './kind.ts';

/** Hardware addresses: six pairs of hexadecimal digits, with at least one digit from 0 to 9. */
export const macAddress: Kind = {
  type: 'MAC_ADDRESS',
  trigger: 'digit',
  pattern: /(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])/g,
  check: (text, hit) => (/\d/.test(text.slice(hit.start, hit.end)) ? hit : undefined),
};
