import { hash } from 'node:crypto';

import type { Dict } from '@interpose/core';
import canonicalize from 'canonicalize';

const BLOCK = 64;
const MOST_KEYS = 1000;
const pads = new Map<string, Pads>();

interface Pads {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

/** HMAC-SHA-256 of a payload in canonical JSON, in hexadecimal digits; what JSON cannot hold has none. */
export function payloadDigest(payload: Dict, key: string): string | undefined {
  try {
    return hmac(key, canonicalOf(payload) ?? canonicalize(payload) ?? '');
  } catch {
    return undefined;
  }
}

/**
 * As RFC 2104 has it, of two hashes: an object of Node for each payload costs more than all of them, and has to be
 * collected by hand.
 */
function hmac(key: string, text: string): string {
  const { inner, outer } = padsOf(key);
  const message = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
  inner.copy(message);
  message.write(text, BLOCK);
  const result = Buffer.allocUnsafe(BLOCK + 32);
  outer.copy(result);
  hash('sha256', message, 'buffer').copy(result, BLOCK);
  return hash('sha256', result);
}

function padsOf(key: string): Pads {
  const known = pads.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(key);
  const block = Buffer.alloc(BLOCK);
  (bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes).copy(block);
  const made = {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  };
  if (pads.size >= MOST_KEYS) pads.clear();
  pads.set(key, made);
  return made;
}

/**
 * Canonical JSON (RFC 8785) of plain data, as a request is read; undefined where there is more to it, such as objects that
 * say themselves what they are in JSON.
 */
function canonicalOf(value: unknown, depth: number = 0): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'object') return typeof value === 'boolean' ? String(value) : undefined;
  if (value === null) return 'null';
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return listOf(value, depth);
  return Object.getPrototypeOf(value) === Object.prototype
    ? dictOf(value as Dict, depth)
    : undefined;
}

const DEEPEST = 100;

function listOf(values: readonly unknown[], depth: number): string | undefined {
  const parts: string[] = [];
  for (const value of values) {
    const part = canonicalOf(value, depth + 1);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return `[${parts.join(',')}]`;
}

function dictOf(dict: Dict, depth: number): string | undefined {
  let text = '';
  for (const key of Object.keys(dict).toSorted()) {
    const value = dict[key];
    if (value === undefined) continue;
    const part = key === 'toJSON' ? undefined : canonicalOf(value, depth + 1);
    if (part === undefined || !key.isWellFormed()) return undefined;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${part}`;
  }
  return `{${text}}`;
}
