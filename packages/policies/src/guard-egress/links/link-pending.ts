import { openLinkFrom } from './find-links.ts';

/** The characters before a text that help to decide whether it is a link. */
export const LEFT = 256;

const LONGEST = 4096;
/** The characters of a link up to the end of its host, including references that hide it. */
const PART = /[\w+.\-&#;:\\/@%[\](!<"'=\u00AD]/;
const BEFORE_SLASHES = /[\w+.:\\/("'=<-]/;
/** The length in which a scheme can begin after a quote, since browsers drop line breaks there. */
const SHORT = 40;
const BEGUN = /["'<][\s\0-\x20]{0,8}[htpwsf:\\/\t\n\r]{0,24}$/i;

/** Returns, in a growing text, the index of a link whose host is not complete yet; the length where there is none. */
export function linkPendingFrom(text: string): number {
  const least = Math.max(0, text.length - LONGEST);
  let start = back(text, text.length, least, PART);
  // The text before this place must not end inside a link either.
  for (;;) {
    const head = text.slice(0, start);
    const open = Math.min(openLinkFrom(head, least), begunFrom(head));
    if (open === start) return start;
    start = back(text, open, least, BEFORE_SLASHES);
  }
}

function begunFrom(text: string): number {
  const skipped = Math.max(0, text.length - SHORT);
  const begun = BEGUN.exec(text.slice(skipped));
  return begun === null ? text.length : skipped + begun.index;
}

function back(text: string, from: number, least: number, part: RegExp): number {
  let start = from;
  while (start > least && part.test(text[start - 1]!)) start--;
  return start;
}
