import type { PartSource } from '@interpose/core/adapter';
import type { NativeEvent } from '../translate/native.ts';

/** The kind of the part that ends a stream with an error. */
export const FAILED = 'interpose_failed';

/** The kind of the part that shows hooks what no event told before the last one, such as reasoning. It leaves with none. */
export const UNTOLD = 'interpose_untold';

/** One event of a streamed answer, the error it ends with, or what is told in its last event only. */
export type StreamPart =
  | NativeEvent
  | { readonly type: typeof FAILED; readonly error: unknown }
  | Untold;

/** Text that no event told: the rest of what was said, or the reasoning of the item at this place. */
export interface Untold {
  readonly type: typeof UNTOLD;
  readonly place: number | 'text';
  readonly delta: string;
}

/** The parts of one answer. */
export type Parts = PartSource<StreamPart>;

/** The event that ends an answer and holds all of it. */
export type Done = Extract<NativeEvent, { readonly type: 'response_done' }>;
