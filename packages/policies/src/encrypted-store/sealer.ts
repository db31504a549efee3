import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import { InterposeError } from '@interpose/core';

import { storedText, storedValue } from '../shared/stores/stored-text.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  /** The prefix of every value that this key sealed. It tells which key opens the value. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Seals each value for its place in the store: a sealed value that is moved to another place does not open there. */
export class Sealer {
  readonly #keys: readonly [Key, ...Key[]];

  constructor(keys: readonly (string | Uint8Array)[] | undefined) {
    const [first, ...rest] = Array.isArray(keys) ? keys.map((key) => keyOf(key)) : [];
    if (first === undefined) throw badKey('there is no key');
    this.#keys = [first, ...rest];
  }

  /** Returns a text that only these keys open; undefined stays undefined. */
  seal(place: string, value: unknown): string | undefined {
    const text = storedText(value);
    if (text === undefined) return undefined;
    const [{ id, bytes }] = this.#keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, bytes, iv);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
    return `${id}.${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`;
  }

  open(place: string, sealed: unknown): unknown {
    if (sealed === undefined || sealed === null) return undefined;
    const [id, body] = typeof sealed === 'string' ? sealed.split('.', 2) : [];
    const key = this.#keys.find((each) => each.id === id);
    if (key === undefined || body === undefined) throw unreadable(place, undefined);
    try {
      return storedValue(decrypt(key, place, Buffer.from(body, 'base64')));
    } catch (error) {
      throw unreadable(place, error);
    }
  }
}

function decrypt({ bytes }: Key, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, bytes, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function keyOf(key: unknown): Key {
  const bytes = typeof key === 'string' ? Buffer.from(key, 'base64') : key;
  if (!(bytes instanceof Uint8Array) || bytes.length !== 32) throw badKey('a key is not 32 bytes');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

function badKey(what: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `encryptedStore: ${what}`,
    'make a key with `openssl rand -base64 32` and pass it in keys',
  );
}

function unreadable(place: string, cause: unknown): InterposeError {
  return new InterposeError(
    'state_unreadable',
    `none of the keys opens what is stored at ${place}`,
    'add the key that wrote it to keys, or clear the store if nothing in it matters',
    { cause },
  );
}
