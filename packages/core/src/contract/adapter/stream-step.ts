import type { ModelStep, Refused } from './model-step.ts';
import type { Failure, ModelResponse } from '../values/index.ts';

/**
 * The kind and content of one native stream part, for the gate of streams.
 *
 * @example
 * const piece: StreamPiece = { kind: 'delta', channel: 'text', id: '0', text: 'hel' };
 */
export type StreamPiece =
  | {
      readonly kind: 'delta';
      readonly channel: 'text' | 'reasoning' | 'tool-args';
      /** The block of this delta. All deltas of a block make one text. */
      readonly id: string;
      readonly text: string;
      /** Whether the delta waits for the verdict on its response in every mode: the caller acts on the sum. */
      readonly held?: boolean;
    }
  /** Ends the block of this id. Text that a window held back leaves first. */
  | {
      readonly kind: 'close';
      readonly id: string;
      /** Whether the deltas of this block are held. Its end is then held too. */
      readonly held?: boolean;
    }
  /** Metadata. It leaves at once, also while content is buffered. */
  | { readonly kind: 'meta' }
  /** Content that waits while content is buffered. */
  | {
      readonly kind: 'content';
      /** The `tool-args` block that this repeats as a whole. If hooks changed it, `write` puts the released text in. */
      readonly of?: string;
    }
  /** A complete tool call, or its end marker. It waits until the response was judged. */
  | {
      readonly kind: 'call';
      /** Whether the part may repeat a text. If hooks changed any text, it leaves in the form that `bare` returns. */
      readonly repeats?: boolean;
      readonly of?: string;
    }
  /** An error of the provider inside the stream. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The end of the answer. It ends every block and waits until the response was judged. */
  | { readonly kind: 'finish' };

/**
 * Reads and makes native stream parts.
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
  /** Returns the part, a delta or a repetition of its whole block, with another text. */
  write(part: Part, text: string): Part;
  /**
   * Whether parts have more than a text, such as its likelihood. Text that a window held back then leaves in its own
   * parts, each as soon as all its text may leave, until a hook changes it. Otherwise the text leaves as far as it may.
   */
  readonly keeps?: boolean;
  /** Returns the part without content, such as metadata, that may repeat a changed text; absent if there is none. */
  bare?(part: Part): Part;
  /** Returns the error of a stream whose chat was aborted, if the host wants another error than the reason itself. */
  aborted?(reason: unknown): unknown;
  /** Returns the response that these parts add up to. */
  collect(parts: readonly Part[]): ModelResponse;
  /** Returns the parts of a changed or supplied response: a complete stream. `original`: the replaced parts, if any. */
  compose(response: ModelResponse, original: readonly Part[]): readonly Part[];
  /**
   * Returns the parts that end a stream as a refusal, or with a `DeniedError` if `refused.throws`. `started` says
   * whether a part has left; `open` holds the last released delta of every open block, which has to be closed first.
   */
  refuse(refused: Refused, started: boolean, open: readonly Part[]): readonly Part[];
  /**
   * Returns the parts that end a stream with an error that hooks changed or supplied, where the host has parts for
   * errors; without this the stream rejects with it. `started` and `open` are as for `refuse`.
   */
  readonly fail?: (error: Error, started: boolean, open: readonly Part[]) => readonly Part[];
}

/**
 * A source of parts: a stream, or a cheaper object that is read like a stream. Cancelling ends a waiting read.
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

/** A copy of `ReadableStreamReadResult`, which only the DOM's types have: apps for Node compile without them. */
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
 * How opening a streamed model call ended. Later failures and refusals come inside the stream.
 *
 * @example
 * const opened = (outcome: StreamOutcome<string>): boolean => outcome.kind === 'stream';
 */
export type StreamOutcome<Part, Source extends PartSource<Part> = ReadableStream<Part>> =
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Part> | Source }
  | { readonly kind: 'error'; readonly error: Failure; readonly thrown?: unknown }
  | Refused;
