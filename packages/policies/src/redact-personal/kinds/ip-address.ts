import ipaddr from 'ipaddr.js';

import type { Kind, Stretch } from './kind.ts';
import { hasLabel } from './labels.ts';

const NOT_AN_ADDRESS =
  /(?:\b(?:ver(?:sion|\.)?|release|build|firmware|section|chapter|clause|paragraph|article)|§) ?$/i;

/** Internet addresses of versions 4 and 6, but not `version 1.2.3.4` or `section 1.2.3.4`. */
export const ipAddresses: readonly Kind[] = [
  {
    type: 'IP_ADDRESS',
    trigger: 'digit',
    pattern:
      /(?<![\w:.])(?:[0-9a-fA-F]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-fA-F]{0,4})(?!\w|:[\w:])/g,
    check: checkVersion6,
  },
  {
    type: 'IP_ADDRESS',
    trigger: 'digit',
    pattern:
      /(?<![\w.])(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}(?!\w|\.\d)/g,
    check: (text, hit) =>
      hasLabel(text, hit, { before: NOT_AN_ADDRESS, reach: 12 }) ? undefined : hit,
  },
];

/** Checks an IPv6 address. The library is called only when the colons fit: it throws inside for every time of day. */
function checkVersion6(text: string, hit: Stretch): Stretch | undefined {
  // A colon after the address belongs to the sentence.
  const end = /[^:]:$/.test(text.slice(hit.end - 2, hit.end)) ? hit.end - 1 : hit.end;
  const written = text.slice(hit.start, end);
  if (!/\d/.test(written)) return undefined;
  if (!written.includes('::') && written.split(':').length < 7) return undefined;
  return ipaddr.IPv6.isValid(written) ? { start: hit.start, end } : undefined;
}
