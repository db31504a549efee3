import type { PartSource, Refused, StreamCodec } from '../../contract/adapter/index.ts';
import type { Failure } from '../../contract/values/index.ts';
import type { AskedRequest } from '../model/asked-request.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import { followSignal } from '../../context/follow-signal.ts';

/** Returns the error of a stream. The codec may have its own error for an aborted chat. */
export function failureOf(
  { aborted, abortReason }: RunningChat,
  codec: Pick<StreamCodec<never>, 'aborted'>,
  error: unknown,
): unknown {
  if (!aborted || error !== abortReason || codec.aborted === undefined) return error;
  return codec.aborted(error);
}

/** The way out for parts, to the stream's reader. */
export type Out<Part> = Pick<ReadableStreamDefaultController<Part>, 'enqueue' | 'close'>;

/** The source of one attempt, with everything that is needed to judge its end. */
export interface StreamSource<Part, Source extends PartSource<Part> = PartSource<Part>> {
  readonly stream: Source;
  readonly asked: AskedRequest;
}

/** The result of a pull: parts have left, more has to be read, or the attempt is over. */
export type Pulled =
  | 'emitted'
  | 'more'
  | 'closed'
  | { readonly kind: 'retry'; readonly delayMs: number };

/** How opening a streamed call ended, after the retries before the first part. */
export type OpenedStream<Part, Source extends PartSource<Part> = PartSource<Part>> =
  | { readonly kind: 'source'; readonly source: StreamSource<Part, Source> }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'error'; readonly error: Failure; readonly thrown?: unknown }
  | Refused;

/**
 * Cancels a source when its chat aborts; returns how to stop this. A chat may live longer than a stream that everybody
 * forgot, so it may hold the source, but nothing that leads to the stream's reader.
 */
export function leaveOnAbort<Part>(
  { signal }: RunningChat,
  reader: ReturnType<PartSource<Part>['getReader']>,
): (() => void) | undefined {
  return followSignal(signal, (reason) => void reader.cancel(reason).catch(() => undefined));
}
