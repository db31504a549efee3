import type { Dict } from '@interpose/core';
import canonicalize from 'canonicalize';

/**
 * Canonical JSON (RFC 8785). Plain data, as a request is read, is put in order and written at once, which takes a part of
 * the time that the library needs; what is more than that is left to the library.
 *
 * Throws where JSON cannot hold it.
 */
export function canonicalJson(dict: Dict): string {
  const ordered = inOrder(dict, 0);
  const text = ordered === undefined ? undefined : JSON.stringify(ordered);
  return text === undefined || HALF_A_CHARACTER.test(text) ? (canonicalize(dict) ?? '') : text;
}

const DEEPEST = 100;
/** As it stands in JSON, which also somebody may have written so. */
const HALF_A_CHARACTER = /\\ud[89a-f]/;

/** The value with all keys in order, itself where they are; undefined where there is more to it than plain data. */
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
    // An object has such keys in the order of their numbers, wherever they are put.
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

/** Begins with a digit. */
function isNumber(key: string): boolean {
  const unit = key.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

const FEW = 32;

/**
 * Puts keys in order where they stand, and tells whether they were in another: `toSorted` makes lists of its own, which is
 * most of what a few keys cost.
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
