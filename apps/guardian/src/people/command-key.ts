import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import { sameText } from './logins.ts';
import { OPERATOR, type Person } from './roles.ts';

const NAME = 'command.json';

/**
 * Admits the command line of the same user: the key is in a file of the guardian's folder, and is new at every start
 * unless the settings name one.
 */
export class CommandKey {
  readonly #folder: string;
  readonly #key: string;

  constructor(folder: string, key: string = randomBytes(32).toString('base64url')) {
    this.#folder = folder;
    this.#key = key;
  }

  write(url: string): void {
    writeFileSync(join(this.#folder, NAME), JSON.stringify({ url, key: this.#key }), {
      mode: 0o600,
    });
  }

  /** Returns the person for this header; undefined for anybody but the command line. */
  check(authorization: string | undefined): Person | undefined {
    if (authorization === undefined || !sameText(authorization, `Bearer ${this.#key}`))
      return undefined;
    const name = 'command line';
    const person = { id: OPERATOR, name, email: undefined, ofProvider: false, csrf: '' };
    return { ...person, role: 'admin', tenant: ONLY_TENANT };
  }
}

/**
 * Returns where the guardian of this folder listens, and its key.
 *
 * Throws `InterposeError` with code `guardian_unreachable` if none has run there.
 */
export function readCommandKey(folder: string): { readonly url: string; readonly key: string } {
  try {
    return JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as {
      readonly url: string;
      readonly key: string;
    };
  } catch (cause) {
    const remedy = 'start a guardian, or name its folder with --folder';
    throw new InterposeError(
      'guardian_unreachable',
      `no guardian has its data in ${folder}`,
      remedy,
      { cause },
    );
  }
}
