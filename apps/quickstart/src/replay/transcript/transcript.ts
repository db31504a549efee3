/** What became of one call, as the agent's caller sees it. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly message: string }
  /** The framework itself refused the call, since it could not read the arguments. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'none' };

/** One call that the model asked for. */
export interface TranscriptCall {
  readonly id: string;
  readonly name: string;
  /** Parsed; the text itself where it is no JSON. */
  readonly args: unknown;
  readonly outcome: CallOutcome;
}

/** One answer of the model and what followed from it. */
export interface TranscriptStep {
  readonly text: string;
  readonly calls: readonly TranscriptCall[];
}

/** What an agent did in a run: the steps of every chat. */
export type Transcript = readonly (readonly TranscriptStep[])[];
