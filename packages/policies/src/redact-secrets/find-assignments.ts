import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import type { SecretType } from './secret-types.ts';

const KEYWORDS =
  /passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credential/gi;
/**
 * The rest of the name, what stands between name and value (also where Markdown makes it bold), and a value; all of it
 * bounded.
 */
const VALUE =
  /([\w-]{0,24})["'`\]*]{0,3}\s{0,3}(:=|=>|=|:|>|\bis\b|(?<=\s))(?:[*_]{1,2}(?=\s))?\s{0,3}(["'`]|\*{0,2})([^\s"'`,;<>(){}[\]\\]{6,200})/y;
/** The next name of a query ends a value; only passwords may hold the sign before it. */
const NEXT_NAME = /&[\w.-]{1,64}=.*$/;
/** Of XML; what is all in capitals may be one of our own tokens, as in `<URL_PASSWORD_1>@host`. */
const ELEMENT = /<[\w.:-]*$/;
const CAPITALS = /^[A-Z\d_]+$/;
const FLAG = /--[\w-]*$/;
const BEFORE = 24;
const PASSWORD = /^p/i;
const MACHINE_MADE = /^[\w+/=.~-]{16,200}$/;
/** What may follow in a name: `passwords`, `token_2`, `secretKey`, but not `secretary`. */
const SUFFIX = /^(?:s|s?[_\d-].*|[A-Z].*)?$/;
const NAMES_NOTHING =
  /(?:id|name|type|url|uri|path|file|field|count|limit|length|policy|hash|header|expir\w*|prefix)$/i;

/** Finds what is given as a password, token, secret or key. Linear: each name is read at most so far. */
export function findAssignments(text: string): readonly Span[] {
  const spans: Span[] = [];
  KEYWORDS.lastIndex = 0;
  for (let hit = KEYWORDS.exec(text); hit !== null; hit = KEYWORDS.exec(text)) {
    VALUE.lastIndex = KEYWORDS.lastIndex;
    const [, rest = '', between, quote = '', written] = VALUE.exec(text) ?? [];
    if (written === undefined) continue;
    const before = text.slice(Math.max(0, hit.index - BEFORE), hit.index);
    if (between === '' && !FLAG.test(before)) continue;
    if (between === '>' && !isElement(before, hit[0] + rest)) continue;
    const value = withoutTail(written, quote, PASSWORD.test(hit[0]));
    const end = VALUE.lastIndex - (written.length - value.length);
    const name = before + hit[0] + rest;
    const isCode = !/["'`]/.test(quote) && isIdentifier(value);
    const isName = SUFFIX.test(rest) && !NAMES_NOTHING.test(rest) && !isCode;
    const type = isName ? typeOf(hit[0], name, value) : undefined;
    if (type === undefined) continue;
    spans.push({ start: end - value.length, end, type });
    KEYWORDS.lastIndex = end;
  }
  return spans;
}

function typeOf(keyword: string, name: string, value: string): SecretType | undefined {
  if (PASSWORD.test(keyword) && !/^private/i.test(keyword))
    return looksChosen(value) && !isPlaceholder(value) && !isFolder(keyword, value)
      ? 'PASSWORD'
      : undefined;
  if (!/\d/.test(value) || !MACHINE_MADE.test(value) || !/[a-z]/i.test(value)) return undefined;
  if (!looksRandom(value, 3) || isPlaceholder(value)) return undefined;
  if (/account[_-]?key|shared\w*key/i.test(name) && /={1,2}$/.test(value)) return 'AZURE_KEY';
  const isAws = /aws|secret_?access/i.test(name) && /^[A-Za-z0-9+/]{40}$/.test(value);
  return isAws ? 'AWS_SECRET_ACCESS_KEY' : 'GENERIC_SECRET';
}

function isElement(before: string, name: string): boolean {
  const start = ELEMENT.exec(before)?.[0].slice(1);
  return start !== undefined && !CAPITALS.test(start + name);
}

/** A name in code has at most one number in it: `OptionsV2`, `keys.fromX509`. What is random has more. */
function isIdentifier(value: string): boolean {
  if (value.length < 16 || !/^[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(value)) return false;
  return (value.match(/\d+/g)?.length ?? 0) < 2;
}

/** A password has a digit, a sign, or both cases of letters; a plain word is part of a sentence. */
function looksChosen(value: string): boolean {
  if (/^[a-z]+(?:[-_.][a-z]+)*$/.test(value) || /^[A-Z]?[a-z]+$/.test(value)) return false;
  if (/^\d+$/.test(value) && value.length < 8) return false;
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)) return false;
  if (/^\/|^[\w.]+\(|^\w+\.\w+(?:\.\w+)*$/.test(value)) return /\d/.test(value);
  return true;
}

/** `PWD` is also the folder that a shell is in. */
function isFolder(keyword: string, value: string): boolean {
  return keyword.toLowerCase() === 'pwd' && /^(?:\/|~|[a-z]:)/i.test(value);
}

/** The end of a sentence, of a query or of bold text is no part of a password. */
function withoutTail(value: string, quote: string, isPassword: boolean): string {
  const written = quote.startsWith('*') ? value.replace(/\*{1,2}[.:]?$/, '') : value;
  return written.replace(isPassword ? NEXT_NAME : /&.*$/, '').replace(/[.:]{1,3}$/, '');
}
