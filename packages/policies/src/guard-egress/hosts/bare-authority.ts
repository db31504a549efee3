const CLOSING = /[)\]}'"*_,.;:!~]/;
/** Signs that can surround a URL in a text and cannot occur in a name that a name server knows. */
const SIGN = /[!"$&'()*+,;=|}~`，、；：！？（）【】《》〈〉「」『』“”‘’«»]/;
/** Signs that can lead to another host: user names, escapes, IPv6, and patterns that some clients expand. */
const DECODED = /[@%[{]/;
/** A simple authority, with nothing around it. */
const PLAIN = /^[\w.-]*[a-z\d]$/i;
/** The scheme of the next URL in a list. */
const NEXT_SCHEME = /(?<=[^/])(?:https?|wss?|ftp):$/i;

/**
 * Returns the authority of a URL in a text without what follows it there: closing brackets and commas, and everything
 * after a sign if the sign is in the last label. No name ends in such a label, so no client reaches it; but
 * `example.com'.evil.test` ends in `test` and stays whole.
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

/** Removes closing signs at the end, but keeps the brackets of an IPv6 host and brackets that were opened inside. */
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
