const KEYWORD =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credential|authorization|bearer|basic)[\w-]{0,24}[\\"'`\]*]{0,4}\s{0,3}(?:(?::=|=>|=|:|>|is?)?[*_]{0,2}\s{0,3})[\\"'`*]{0,4}[^\s"'`,;<>(){}[\]\\]{0,8192}$/i;
const BEGIN = '-----BEGIN ';
const LONGEST_KEY = 20_000;
const LONGEST_WORD = 8192;
const NEAR = 300;
const WORD_END = /[\s"'`<>]/;

/**
 * Returns, in a growing text, the index of a secret that more text may complete; the length where there is none. It
 * holds back at most the last word, the name before it, or a private key without its end.
 */
export function secretPendingFrom(text: string): number {
  return Math.min(keyFrom(text), wordFrom(text));
}

function keyFrom(text: string): number {
  const recent = Math.max(0, text.length - LONGEST_KEY);
  const start = text.indexOf(BEGIN, recent);
  if (start < 0) return text.length;
  const last = text.lastIndexOf(BEGIN);
  const closed = /-----END [A-Z0-9 ]{1,64}-----/.test(text.slice(last));
  return closed ? text.length : last;
}

function wordFrom(text: string): number {
  let start = text.length;
  const least = Math.max(0, text.length - LONGEST_WORD);
  while (start > least && !WORD_END.test(text[start - 1]!)) start--;
  const near = Math.max(0, start - NEAR);
  const named = KEYWORD.exec(text.slice(near));
  return Math.min(start, named === null ? start : near + named.index);
}
