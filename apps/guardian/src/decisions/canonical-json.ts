import type { Dict } from '@interpose/core';
import canonicalize from 'canonicalize';

/**
 * Returns canonical JSON (RFC 8785). Plain data, as in a request, is sorted and written directly, which takes a
 * fraction of the library's time. Other values go to the library.
 *
 * Throws if JSON cannot hold the value.
 */
export function canonicalJson(dict: Dict): string {
  const ordered = inOrder(dict, 0);
  const text = ordered === undefined ? undefined : JSON.stringify(ordered);
  return text === undefined || HALF_A_CHARACTER.test(text) ? (canonicalize(dict) ?? '') : text;
}

const DEEPEST = 100;
/** Half a surrogate pair as JSON writes it; a text may also contain exactly these characters. */
const HALF_A_CHARACTER = /\\ud[89a-f]/;

/** Returns the value with sorted keys, the same value if they are sorted; undefined if it is more than plain data. */
function inOrder(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return 'toJSON' in value ? undefined : listInOrder(value, depth);
  return Object.getPrototypeOf(value) === Object.prototype
    ? dictInOrder(value as Dict, depth)
    : undefined;
}

function listInOrder(values: readonly unknown[], depth: number): unknown {
  let ordered: unknown[] | undefined;
  for (let at = 0; at < values.length; at++) {
    const value = inOrder(values[at], depth + 1);
    if (value === undefined) return undefined;
    if (value !== values[at]) (ordered ??= [...values])[at] = value;
  }
  return ordered ?? values;
}

function dictInOrder(dict: Dict, depth: number): Dict | undefined {
  const keys = Object.keys(dict);
  let ordered: Record<string, unknown> | undefined;
  if (sort(keys)) {
    // Objects put such keys into numeric order, wherever they are inserted.
    if (keys.some(isNumber)) return undefined;
    ordered = {};
  }
  for (const key of keys) {
    const value = dict[key];
    if (value === undefined) continue;
    const inner = inOrder(value, depth + 1);
    if (inner === undefined || SPECIAL.has(key)) return undefined;
    if (inner !== value) ordered ??= { ...dict };
    if (ordered !== undefined) ordered[key] = inner;
  }
  return ordered ?? dict;
}

const SPECIAL: ReadonlySet<string> = new Set(['toJSON', '__proto__']);

/** Whether a key begins with a digit. */
function isNumber(key: string): boolean {
  const unit = key.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

const FEW = 32;

/**
 * Sorts keys in place, and returns whether their order changed: `toSorted` makes new lists, which is most of the cost
 * for a few keys.
 */
function sort(keys: string[]): boolean {
  let isMoved = false;
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!;
    if (keys[at - 1]! <= key) continue;
    isMoved = true;
    if (keys.length > FEW) break;
    let to = at;
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  if (isMoved && keys.length > FEW) keys.sort();
  return isMoved;
}
