const CLOSING = /[)\]}'"*_,.;:!~]/;
/** Signs that stand around URLs in texts and in no name that can be looked up. */
const SIGN = /[!"$&'()*+,;=|}~`，、；：！？（）【】《》〈〉「」『』“”‘’«»]/;
/** What may still become another host: user names, escapes, IPv6, and patterns that some clients expand. */
const DECODED = /[@%[{]/;
/** An authority as most are written: nothing stands around it. */
const PLAIN = /^[\w.-]*[a-z\d]$/i;
/** The scheme of the next URL of a list. */
const NEXT_SCHEME = /(?<=[^/])(?:https?|wss?|ftp):$/i;

/**
 * The authority of a URL that stands in a text, without what follows it there: the brackets and commas that close it,
 * and anything behind a sign, where it would be part of the last label. No name ends in such a label, so no client
 * gets there; `example.com'.evil.test` ends in `test` and stays whole.
 */
export function bareAuthority(written: string): string {
  if (PLAIN.test(written)) return written;
  return withoutTail(beforeSign(withoutTail(written.replace(NEXT_SCHEME, ''))));
}

function beforeSign(authority: string): string {
  const at = authority.search(SIGN);
  const read = authority.normalize('NFKC');
  if (at <= 0 || DECODED.test(read)) return authority;
  const lastLabel = read
    .replace(/:\d*$/, '')
    .replace(/(?<![.。])[.。]+$/, '')
    .split(/[.。]/)
    .at(-1)!;
  return SIGN.test(lastLabel) ? authority.slice(0, at) : authority;
}

/** The brackets of an IPv6 host stay, and those that were opened here. */
function withoutTail(authority: string): string {
  const host = authority.lastIndexOf('@') + 1;
  const open = authority[host] === '[' ? authority.indexOf(']', host) + 1 : host;
  const close = authority.indexOf(']', open);
  const isOpened = close >= 0 && authority[host] !== '[' && authority.lastIndexOf('[', close) >= 0;
  let end = close < 0 || isOpened ? authority.length : close;
  while (end > open && CLOSING.test(authority[end - 1]!)) {
    if (isOpened && authority[end - 1] === ']') break;
    end--;
  }
  return authority.slice(0, end);
}
