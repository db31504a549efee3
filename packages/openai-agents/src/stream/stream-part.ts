import type { PartSource } from '@interpose/core/adapter';
import type { NativeEvent } from '../translate/native.ts';

/** The type of the part that ends a stream with an error. */
export const FAILED = 'interpose_failed';

/** The type of a part that shows hooks text of the last event only, such as reasoning. Readers never get it. */
export const UNTOLD = 'interpose_untold';

/** One event of a streamed answer, the error that ends it, or text that only its last event holds. */
export type StreamPart =
  | NativeEvent
  | { readonly type: typeof FAILED; readonly error: unknown }
  | Untold;

/** Text that no event told: the rest of the answer's text, or the reasoning of the item at this place in the output. */
export interface Untold {
  readonly type: typeof UNTOLD;
  readonly place: number | 'text';
  readonly delta: string;
}

/** The stream of one answer. */
export type Parts = PartSource<StreamPart>;

/** The last event of an answer, which holds all of it. */
export type Done = Extract<NativeEvent, { readonly type: 'response_done' }>;
