import { memoryStore, type MaybePromise } from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

import { canonicalDigest, canonicalText } from '../shared/values/canonical-digest.ts';
import { limitKey, type LimitContext } from '../shared/stores/limit-key.ts';
import { andThen } from '../shared/values/and-then.ts';
import type { CacheOptions } from './cache-options.ts';

/** Keeps answers as JSON texts under digests of the questions, separately for each asker. */
export class AnswerStore {
  readonly #options: Required<Pick<CacheOptions, 'store' | 'ttlMs' | 'maxBytes'>>;
  readonly #per: CacheOptions['per'];
  readonly #prefix: string;

  constructor({ store, ttlMs = 300_000, maxBytes = 262_144, per, name = 'default' }: CacheOptions) {
    this.#options = { store: store ?? memoryStore(), ttlMs, maxBytes };
    this.#per = per;
    this.#prefix = `cache:${keyPart(name)}:`;
  }

  /** Returns the key of a question; undefined when the asker is unknown, or when JSON cannot hold the question. */
  async keyOf(
    kind: 'request' | 'tool',
    ctx: LimitContext,
    asked: unknown,
  ): Promise<string | undefined> {
    const whose = this.#whose(ctx);
    if (whose === undefined) return undefined;
    const digest = await canonicalDigest(asked);
    return digest === undefined ? undefined : `${this.#prefix}${kind}:${whose}:${digest}`;
  }

  /** Returns the kept answer in an object, because it may be null; undefined when there is none or it is no JSON. */
  read(key: string): MaybePromise<{ readonly answer: unknown } | undefined> {
    return andThen(this.#options.store.get(key), (text) => {
      if (typeof text !== 'string') return undefined;
      try {
        return { answer: JSON.parse(text) as unknown };
      } catch {
        return undefined;
      }
    });
  }

  /** Keeps the text of an answer for `ttlMs`. */
  keep(key: string, text: string): MaybePromise<void> {
    const { store, ttlMs } = this.#options;
    return store.set(key, text, ttlMs);
  }

  /** Returns the JSON of an answer; undefined when JSON cannot hold it or it is larger than `maxBytes`. */
  textOf(answer: unknown): string | undefined {
    const text = canonicalText(answer) === undefined ? undefined : JSON.stringify(answer);
    if (text === undefined) return undefined;
    const bytes = new TextEncoder().encode(text).length;
    return bytes > this.#options.maxBytes ? undefined : text;
  }

  #whose(ctx: LimitContext): string | undefined {
    if (this.#per !== undefined) return limitKey(this.#per, ctx);
    return limitKey('user', ctx) ?? limitKey('session', ctx);
  }
}
