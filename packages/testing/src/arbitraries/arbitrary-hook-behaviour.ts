import type { InterceptorName } from '@interpose/core';
import { constant, nat, oneof, record, string, type Arbitrary } from 'fast-check';

import { arbitraryMalformedReturn } from './arbitrary-malformed-return.ts';
import { arbitraryReturn } from './arbitrary-verdict.ts';

/** The behaviour of one generated hook; a discriminated union, so that a model of the dispatcher can predict it. */
export type HookBehaviour =
  | { readonly kind: 'returns'; readonly value: unknown }
  | { readonly kind: 'resolves'; readonly value: unknown; readonly afterMs: number }
  | { readonly kind: 'malformed'; readonly value: unknown }
  | { readonly kind: 'throws'; readonly error: Error }
  | { readonly kind: 'rejects'; readonly error: Error; readonly afterMs: number }
  /** Never settles; only a time limit ends it. */
  | { readonly kind: 'hangs' };

/** Generates any behaviour of a hook on this event. */
export function arbitraryHookBehaviour(event: InterceptorName): Arbitrary<HookBehaviour> {
  const error = string().map((message) => new Error(message));
  return oneof(
    {
      weight: 4,
      arbitrary: record({ kind: constant('returns' as const), value: arbitraryReturn(event) }),
    },
    {
      weight: 4,
      arbitrary: record({
        kind: constant('resolves' as const),
        value: arbitraryReturn(event),
        afterMs: nat(3),
      }),
    },
    {
      weight: 1,
      arbitrary: record({
        kind: constant('malformed' as const),
        value: arbitraryMalformedReturn(event),
      }),
    },
    { weight: 1, arbitrary: record({ kind: constant('throws' as const), error }) },
    {
      weight: 1,
      arbitrary: record({ kind: constant('rejects' as const), error, afterMs: nat(3) }),
    },
    { weight: 1, arbitrary: constant({ kind: 'hangs' as const }) },
  );
}

/** Returns a hook function with this behaviour. */
export function behave(behaviour: HookBehaviour): () => unknown {
  switch (behaviour.kind) {
    case 'returns':
    case 'malformed':
      return () => behaviour.value;
    case 'resolves':
      return async () => {
        await wait(behaviour.afterMs);
        return behaviour.value;
      };
    case 'throws':
      return () => {
        throw behaviour.error;
      };
    case 'rejects':
      return async () => {
        await wait(behaviour.afterMs);
        throw behaviour.error;
      };
    case 'hangs':
      return () => new Promise(() => undefined);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
