const LONGEST = 4096;
/** Of these a link consists until its host is whole, also where references hide it. */
const PART = /[\w+.\-&#;:\\/@%[\](!<"'=]/;
const BEFORE_SLASHES = /[\w+.:\\/("'=<-]/;
const AUTHORITY_END = /[\s<>"`|^?#]|[^\\/:][\\/]/;

/** Of a text that still grows: where a link begins whose host is not yet whole; its length where there is none. */
export function linkPendingFrom(text: string): number {
  const least = Math.max(0, text.length - LONGEST);
  return Math.min(openLink(text, least), back(text, text.length, least, PART));
}

/** Slashes behind which no host has ended yet. */
function openLink(text: string, least: number): number {
  const slashes = Math.max(text.lastIndexOf('//'), text.lastIndexOf('\\\\'));
  if (slashes < least || AUTHORITY_END.test(text.slice(slashes + 2))) return text.length;
  return back(text, slashes, least, BEFORE_SLASHES);
}

function back(text: string, from: number, least: number, part: RegExp): number {
  let start = from;
  while (start > least && part.test(text[start - 1]!)) start--;
  return start;
}
