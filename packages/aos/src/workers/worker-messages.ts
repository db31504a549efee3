import type { DecisionRecord } from '@interpose/core';

import type { ServeNote, ServeOptions } from '../server/serve-options.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly module: string;
  readonly options: Omit<ServeOptions, 'signal' | 'report' | 'admit'>;
}

/** An HTTP request as it travels between threads. */
export interface Asked {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** The response to it. */
export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** What a worker wants of the store that all of them share; texts are JSON, undefined is no value. */
export type StoreCall =
  | { readonly does: 'get'; readonly key: string }
  | {
      readonly does: 'set';
      readonly key: string;
      readonly text: string | undefined;
      readonly ttlMs: number | undefined;
    }
  | {
      readonly does: 'replace';
      readonly key: string;
      readonly expected: string | undefined;
      readonly text: string | undefined;
      readonly ttlMs: number | undefined;
    }
  | { readonly does: 'clear'; readonly key: string };

/** What came of it: a text, or whether a replacement took place. */
export type StoreAnswer = string | boolean | undefined;

/** What the pool tells a worker. */
export type ToWorker =
  | { readonly kind: 'ask'; readonly number: number; readonly asked: Asked }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'stored';
      readonly number: number;
      readonly answer?: StoreAnswer;
      readonly problem?: string;
    }
  | { readonly kind: 'close' };

/** What a worker tells the pool. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly names: readonly string[] }
  | { readonly kind: 'failed'; readonly code: string; readonly problem: string }
  | { readonly kind: 'answer'; readonly number: number; readonly answered: Answered }
  | { readonly kind: 'pong' }
  | { readonly kind: 'note'; readonly note: ServeNote }
  | { readonly kind: 'decision'; readonly record: DecisionRecord }
  | { readonly kind: 'store'; readonly number: number; readonly call: StoreCall };
