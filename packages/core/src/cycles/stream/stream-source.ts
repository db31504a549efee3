import type { PartSource, Refused, StreamCodec } from '../../contract/adapter/index.ts';
import type { Failure, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import { followSignal } from '../../context/follow-signal.ts';

/** What a stream fails with: the codec has its own word for the abort of a chat. */
export function failureOf(
  { aborted, abortReason }: RunningChat,
  codec: Pick<StreamCodec<never>, 'aborted'>,
  error: unknown,
): unknown {
  if (!aborted || error !== abortReason || codec.aborted === undefined) return error;
  return codec.aborted(error);
}

/** Where parts leave to the stream's reader. */
export type Out<Part> = Pick<ReadableStreamDefaultController<Part>, 'enqueue' | 'close'>;

/** One attempt's source, and what is needed to judge its end. */
export interface StreamSource<Part, Source extends PartSource<Part> = PartSource<Part>> {
  readonly stream: Source;
  readonly request: () => ModelRequest;
  readonly step: { continues(response: ModelResponse): boolean };
  readonly retriesLeft: number;
  readonly native: unknown;
}

/** What a pull found: parts went out, more must be read, or the attempt is over. */
export type Pulled =
  | 'emitted'
  | 'more'
  | 'closed'
  | { readonly kind: 'retry'; readonly delayMs: number };

/** How a streamed call opened, its retries before the first part spent. */
export type OpenedStream<Part, Source extends PartSource<Part> = PartSource<Part>> =
  | { readonly kind: 'source'; readonly source: StreamSource<Part, Source> }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'error'; readonly error: Failure; readonly thrown?: unknown }
  | Refused;

/**
 * Lets go of a source when its chat aborts; returns how to stop waiting for that. A chat outlives a stream that everybody
 * forgot, so it may hold what the stream is read from and nothing that leads to whoever reads the stream.
 */
export function leaveOnAbort<Part>(
  { signal }: RunningChat,
  reader: ReturnType<PartSource<Part>['getReader']>,
): (() => void) | undefined {
  return followSignal(signal, (reason) => void reader.cancel(reason).catch(() => undefined));
}
