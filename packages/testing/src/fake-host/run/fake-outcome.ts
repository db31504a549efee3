import type { Dict } from '@interpose/core';

import type { FakeMessage } from '../translate/fake-values.ts';

/** A call that waits for a person. */
export interface FakePending {
  readonly key: string;
  readonly tool: string;
  readonly args: Dict;
  /** The token for `hooks.resume`. */
  readonly token: string;
}

/** How a fake run ended, as its caller sees it. */
export type FakeOutcome =
  | { readonly kind: 'answer'; readonly text: string; readonly object?: unknown }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'suspended'; readonly pending: readonly FakePending[] };

/** The end of a fake run, and the history that the app holds after it. */
export interface FakeEnd {
  readonly outcome: FakeOutcome;
  readonly history: readonly FakeMessage[];
}
