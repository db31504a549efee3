import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';

import type { Dict } from '@interpose/core';

import { canonicalJson } from './canonical-json.ts';

const BLOCK = 64;
const HASH = 32;
const MOST_KEYS = 1000;
const pads = new Map<string, Pads>();

interface Pads {
  readonly inner: Buffer;
  /** The inner pad as a text, if it is ASCII, as for a key in hexadecimal digits. */
  readonly innerText: string | undefined;
  /** The outer pad, with room for the first hash after it. */
  readonly outer: Buffer;
}

/** Returns the HMAC-SHA-256 of a payload in canonical JSON, in hexadecimal digits; undefined if JSON cannot hold it. */
export function payloadDigest(payload: Dict, key: string): string | undefined {
  try {
    return hmac(key, canonicalJson(payload));
  } catch {
    return undefined;
  }
}

/** Computes the HMAC of RFC 2104 from two hashes: a Node object for each payload costs more than both. */
function hmac(key: string, text: string): string {
  const { inner, innerText, outer } = padsOf(key);
  const message =
    innerText === undefined ? Buffer.concat([inner, Buffer.from(text)]) : innerText + text;
  hash('sha256', message, 'buffer').copy(outer, BLOCK);
  return hash('sha256', outer);
}

function padsOf(key: string): Pads {
  const known = pads.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(key);
  const block = Buffer.alloc(BLOCK);
  (bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes).copy(block);
  const inner = Buffer.from(block.map((byte) => byte ^ 0x36));
  const made = {
    inner,
    innerText: isAscii(inner) ? inner.toString('latin1') : undefined,
    outer: Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(HASH)]),
  };
  if (pads.size >= MOST_KEYS) pads.clear();
  pads.set(key, made);
  return made;
}
