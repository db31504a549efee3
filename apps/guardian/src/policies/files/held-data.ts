import { AsyncLocalStorage } from 'node:async_hooks';
import { resolve } from 'node:path';

import { InterposeError } from '@interpose/core';
import { readRulesWith } from '@interpose/policies/rules';

import type { PolicySource } from '../policy-source.ts';
import { textsOf } from './held-texts.ts';
import { isCode } from './named-files.ts';
import { sha256, wholeText } from './read-named.ts';

interface Loading {
  readonly texts: ReadonlyMap<string, string>;
  /** Files whose text came from the version, not from the disk. */
  readonly taken: Set<string>;
}

/** Gives policies the rule files of their version while they load, and notes which ones they read. */
class HeldData {
  readonly #loading = new AsyncLocalStorage<Loading>();

  constructor() {
    readRulesWith((path) => {
      const at = resolve(path);
      this.take(at);
      return this.#loading.getStore()?.texts.get(at);
    });
  }

  /** Notes that the version supplies the text of this file. */
  take(path: string): void {
    this.#loading.getStore()?.taken.add(path);
  }

  /**
   * Loads with these texts. Data that policies read from the disk themselves must equal the data of their version.
   *
   * Throws `InterposeError` with code `policies_unreadable` if it differs.
   */
  async during<T>(source: PolicySource, load: () => Promise<T>): Promise<T> {
    const loading: Loading = { texts: textsOf(source), taken: new Set() };
    const loaded = await this.#loading.run(loading, load);
    for (const [path, text] of loading.texts)
      if (!isCode(path) && !loading.taken.has(path)) await check(path, sha256(text));
    for (const [name, digest] of Object.entries(source.data ?? {}))
      await check(resolve(source.folder, name), digest);
    return loaded;
  }
}

export const heldData = new HeldData();

async function check(path: string, digest: string): Promise<void> {
  const now = await wholeText(path).catch(() => undefined);
  if (now !== undefined && sha256(now) === digest) return;
  throw new InterposeError(
    'policies_unreadable',
    `${path} is not what this version of the policies was read with`,
    'let the policies import it, or load it with rulesFile; or write it back as it was',
  );
}
