import type { NativeEvent } from '../translate/native.ts';

/** The kind of the part that ends a stream with an error. */
export const FAILED = 'interpose_failed';

/** One event of a streamed answer, or the error it ends with. */
export type StreamPart = NativeEvent | { readonly type: typeof FAILED; readonly error: unknown };

/** The event that ends an answer and holds all of it. */
export type Done = Extract<NativeEvent, { readonly type: 'response_done' }>;
