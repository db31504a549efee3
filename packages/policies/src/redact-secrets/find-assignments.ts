import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import type { SecretType } from './secret-types.ts';

const KEYWORDS =
  /passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credential/gi;
/**
 * Matches the rest of the name, the signs between name and value (including Markdown for bold, and quotes that are
 * escaped because the JSON stands inside another text), and the value. All parts are bounded.
 */
const VALUE =
  /([\w-]{0,24})[\\"'`\]*]{0,4}\s{0,3}(:=|=>|=|:|>|\bis\b|(?<=\s))(?:[*_]{1,2}(?=\s))?\s{0,3}(\\{0,3}["'`]|\*{0,2})([^\s"'`,;<>(){}[\]\\]{6,200})/y;
/** The next name of a query, which ends a value. Only passwords may contain an `&`. */
const NEXT_NAME = /&[\w.-]{1,64}=.*$/;
/** An XML element. A name all in capitals may be one of our own tokens, as in `<URL_PASSWORD_1>@host`. */
const ELEMENT = /<[\w.:-]*$/;
const CAPITALS = /^[A-Z\d_]+$/;
const FLAG = /--[\w-]*$/;
const BEFORE = 24;
const PASSWORD = /^p/i;
const MACHINE_MADE = /^[\w+/=.~-]{16,200}$/;
/** The endings that a name may have: `passwords`, `token_2`, `secretKey`, but not `secretary`. */
const SUFFIX = /^(?:s|s?[_\d-].*|[A-Z].*)?$/;
const NAMES_NOTHING =
  /(?:id|name|type|url|uri|path|file|field|count|limit|length|policy|hash|header|expir\w*|prefix)$/i;

/** Finds values that are named as a password, token, secret or key. Linear: the length read at each name is bounded. */
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

/** Whether a value is a name in code: `OptionsV2`, `keys.fromX509`. It has at most one number, random values more. */
function isIdentifier(value: string): boolean {
  if (value.length < 16 || !/^[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(value)) return false;
  return (value.match(/\d+/g)?.length ?? 0) < 2;
}

/** Whether a value looks like a password: a digit, a sign, or both cases. A plain word is part of a sentence. */
function looksChosen(value: string): boolean {
  if (/^[a-z]+(?:[-_.][a-z]+)*$/.test(value) || /^[A-Z]?[a-z]+$/.test(value)) return false;
  if (/^\d+$/.test(value) && value.length < 8) return false;
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)) return false;
  if (/^\/|^[\w.]+\(|^\w+\.\w+(?:\.\w+)*$/.test(value)) return /\d/.test(value);
  return true;
}

/** Whether `PWD` holds a folder: in shells it is the current folder. */
function isFolder(keyword: string, value: string): boolean {
  return keyword.toLowerCase() === 'pwd' && /^(?:\/|~|[a-z]:)/i.test(value);
}

/** Removes the end of a sentence, a query or bold text: it is not part of a password. */
function withoutTail(value: string, quote: string, isPassword: boolean): string {
  const written = quote.startsWith('*') ? value.replace(/\*{1,2}[.:]?$/, '') : value;
  return written.replace(isPassword ? NEXT_NAME : /&.*$/, '').replace(/[.:]{1,3}$/, '');
}
