import type { ModelStep, Refused } from './model-step.ts';
import type { Failure, ModelResponse } from '../values/index.ts';

/**
 * What one native stream part is, to the stream gate.
 *
 * @example
 * const piece: StreamPiece = { kind: 'delta', channel: 'text', id: '0', text: 'hel' };
 */
export type StreamPiece =
  | {
      readonly kind: 'delta';
      readonly channel: 'text' | 'reasoning' | 'tool-args';
      /** The block this delta belongs to; deltas of one block are one text. */
      readonly id: string;
      readonly text: string;
      /** True for a delta that waits for the verdict on its response whatever the mode: the caller acts on what these add up to. */
      readonly held?: boolean;
    }
  /** Ends the block of this id; what a window held back is flushed before it. */
  | {
      readonly kind: 'close';
      readonly id: string;
      /** True where the deltas of this block are held: so is its end. */
      readonly held?: boolean;
    }
  /** Metadata: passes at once, also while content is buffered. */
  | { readonly kind: 'meta' }
  /** Content that is held while content is buffered. */
  | {
      readonly kind: 'content';
      /** The block of `tool-args` that this says as a whole: where hooks changed it, `write` puts in what has left of it. */
      readonly of?: string;
    }
  /** A complete tool call, or its end marker: held until the response was judged. */
  | {
      readonly kind: 'call';
      /** True for what may repeat a text: once hooks changed any, it leaves as the codec's `bare` makes it. */
      readonly repeats?: boolean;
      readonly of?: string;
    }
  /** The provider's error inside the stream. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The end of the answer: it ends every block, and is held until the response was judged. */
  | { readonly kind: 'finish' };

/**
 * How native stream parts are read and made.
 *
 * @example
 * const codec: StreamCodec<string> = {
 *   read: (text) => ({ kind: 'delta', channel: 'text', id: '0', text }),
 *   write: (_part, text) => text,
 *   collect: (parts) => ({ content: [{ type: 'text', text: parts.join('') }] }),
 *   compose: (response) => [textOf(response)],
 *   refuse: ({ text }) => [text],
 * };
 */
export interface StreamCodec<Part> {
  read(part: Part): StreamPiece;
  /** The same delta, or what says its block as a whole, with another text. */
  write(part: Part, text: string): Part;
  /**
   * True where a part says more than its text, such as how likely it was: what a window held back leaves as the parts it
   * came in, each once all of its text may leave, until a hook changes it. Else the text leaves as far as it may.
   */
  readonly keeps?: boolean;
  /** The same part without what may repeat a text that hooks changed, such as metadata; absent where no part holds any. */
  bare?(part: Part): Part;
  /** What a stream fails with once its chat was aborted, where the host wants another error than the reason itself. */
  aborted?(reason: unknown): unknown;
  /** The response these parts add up to. */
  collect(parts: readonly Part[]): ModelResponse;
  /** The parts for a changed or supplied response: a complete stream. `original` are the parts it replaces, none when synthetic. */
  compose(response: ModelResponse, original: readonly Part[]): readonly Part[];
  /**
   * The parts that end a stream as a refusal, or with a `DeniedError` where `refused.throws`. `started` tells whether anything has left;
   * `open` is the last released delta of every block that is still open and must be closed first.
   */
  refuse(refused: Refused, started: boolean, open: readonly Part[]): readonly Part[];
}

/**
 * Whatever parts are read from: a stream, or something cheaper that reads like one. Cancelling ends a read that waits.
 *
 * @example
 * const source: PartSource<string> = new ReadableStream<string>();
 */
export interface PartSource<Part> {
  getReader(): {
    read(): Promise<ReadPart<Part>>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** `ReadableStreamReadResult`, which only the DOM's types know; apps for Node compile without them. */
type ReadPart<Part> = { done: false; value: Part } | { done: true; value: Part | undefined };

/**
 * One streamed model call, as an adapter describes it to `streamCycle`.
 *
 * @example
 * type Opening = StreamStep<string>['call'];
 * const call: Opening = () => new ReadableStream<string>();
 */
export interface StreamStep<
  Part,
  Source extends PartSource<Part> = ReadableStream<Part>,
> extends Omit<ModelStep<Source>, 'response'> {
  readonly codec: StreamCodec<Part>;
}

/**
 * How the opening of a streamed model call ended; later failures and refusals travel in the stream.
 *
 * @example
 * const opened = (outcome: StreamOutcome<string>): boolean => outcome.kind === 'stream';
 */
export type StreamOutcome<Part, Source extends PartSource<Part> = ReadableStream<Part>> =
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Part> | Source }
  | { readonly kind: 'error'; readonly error: Failure; readonly thrown?: unknown }
  | Refused;
