/** What a planned hook says once it is called. */
export type Said =
  | { readonly kind: 'nothing' | 'empty' | 'allow' | 'same' | 'ask' | 'throw' | 'reject' | 'hang' }
  | { readonly kind: 'deny'; readonly tag: string }
  | { readonly kind: 'respond' | 'modify'; readonly tag: string }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'malformed'; readonly value: unknown };

/** What a planned hook does besides, before it answers. */
export type Deed =
  | { readonly kind: 'none' | 'add' | 'nest' | 'abort' }
  | { readonly kind: 'dispose'; readonly target: number };

/** One hook of a random dispatch, as data: the dispatcher runs it for real, the model only reads it. */
export interface PlannedHook {
  readonly priority: number;
  /** Whether it answers in a later turn of the event loop. */
  readonly later: boolean;
  readonly always: boolean;
  readonly monitor: boolean;
  /** Whether its predicate lets it run. */
  readonly applies: boolean;
  readonly onError: 'deny' | 'allow' | 'throw';
  readonly deed: Deed;
  readonly said: Said;
}

/** One random dispatch. */
export interface Plan {
  /** Whether its event comes after a step. */
  readonly after: boolean;
  /** Whether the approver says yes. */
  readonly approves: boolean;
  /** Whether somebody takes the record. */
  readonly observed: boolean;
  readonly hooks: readonly PlannedHook[];
}
