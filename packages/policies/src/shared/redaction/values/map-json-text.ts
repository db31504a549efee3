import { refuseDeepNesting } from '../../budget/refuse-deep-nesting.ts';
import { isLong, type Change, type Scalar } from './scalar.ts';

const NUMBER = /-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,5})?/y;

/**
 * Maps the strings and long whole numbers of a JSON text; the rest, including blanks, stays unchanged. Undefined for
 * any other text.
 *
 * @example
 * mapJsonText('{ "to": "x" }', () => 'y'); // '{ "y": "y" }'
 */
export function mapJsonText(text: string, change: Change): string | undefined {
  if (!isJson(text)) return undefined;
  let result = '';
  let copied = 0;
  let name: string | undefined;
  for (let at = 0; at < text.length;) {
    const end = scalarEnd(text, at);
    if (end === at) {
      at += 1;
      continue;
    }
    const literal = text.slice(at, end);
    const key = isKey(text, end);
    if (key) name = String(JSON.parse(literal));
    const mapped = mapLiteral(literal, key ? undefined : name, key, change);
    if (mapped !== literal) {
      result += text.slice(copied, at) + mapped;
      copied = end;
    }
    at = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/**
 * Whether a text is a JSON object, list or string.
 *
 * @example
 * isJson('{ "to": "x" }'); // true
 */
export function isJson(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[' && first !== '"') return false;
  refuseDeepNesting(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the end of the string or number that begins here; `start` if there is none. */
function scalarEnd(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit !== 0x22) {
    if (unit !== 0x2d && !(unit >= 0x30 && unit <= 0x39)) return start;
    NUMBER.lastIndex = start;
    return NUMBER.test(text) ? NUMBER.lastIndex : start;
  }
  let at = start + 1;
  while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

function mapLiteral(
  literal: string,
  name: string | undefined,
  key: boolean,
  change: Change,
): string {
  const scalar = scalarOf(literal);
  if (scalar === undefined) return literal;
  const mapped = change(scalar, name);
  if (mapped === scalar) return literal;
  return JSON.stringify(key ? String(mapped) : mapped);
}

/** Returns the value of a literal. Digits that no number holds exactly are read as a text. */
function scalarOf(literal: string): Scalar | undefined {
  if (literal.startsWith('"')) return JSON.parse(literal) as string;
  const value = Number(literal);
  if (!isLong(value)) return undefined;
  return Number.isSafeInteger(value) ? value : literal;
}
