import type { DecisionRecord } from '@interpose/core';

import type { Answered, Asked } from '../pool/travel.ts';
import type { StoreCall } from '../pool/stores/store-calls.ts';
import type { Talk } from '../pool/worker-messages.ts';
import type { ServeNote, ServeOptions } from '../server/serve-options.ts';

/** The messages between the threads of `serveInWorkers`. */
export interface ServeTalk extends Talk {
  readonly start: {
    readonly module: string;
    readonly options: Omit<ServeOptions, 'signal' | 'report' | 'admit'>;
  };
  /** The names of the policies. */
  readonly ready: readonly string[];
  readonly asked: Asked;
  readonly answered: Answered;
  readonly call: StoreCall;
  readonly told:
    | { readonly kind: 'note'; readonly note: ServeNote }
    | { readonly kind: 'decision'; readonly record: DecisionRecord };
}
