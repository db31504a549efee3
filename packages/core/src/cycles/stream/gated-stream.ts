import type { Refused } from '../../contract/adapter/model-step.ts';
import type { PartSource, StreamCodec, StreamPiece } from '../../contract/adapter/stream-step.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import { isThenable } from '../../maybe-promise.ts';
import { concludeResponse, type ConcludedResponse } from '../model/conclude-response.ts';
import { DeltaBlocks } from './delta-blocks.ts';
import type { DeltaPiece, DeltaRuling, EndPiece } from './delta-ruling.ts';
import { arrivedError } from '../step/attempt.ts';
import type { StepReturn } from '../step/after-step.ts';
import { LateVerdicts } from './late-verdicts.ts';
import { HeldParts } from './held-parts.ts';
import { refusal } from '../../context/refusal.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import {
  ANY_INTERFERENCE,
  REPLACEMENTS,
  RESPONSE_JUDGES,
  RESPONSE_READERS,
  streamMode,
  type StreamMode,
} from './stream-mode.ts';
import { leaveOnAbort, type Out, type Pulled, type StreamSource } from './stream-source.ts';

/** Takes one native stream through the gates. No part leaves before all hooks that may withhold it have seen it. */
export class GatedStream<Part> {
  readonly #chat: RunningChat;
  readonly #codec: StreamCodec<Part>;
  readonly #source: StreamSource<Part>;
  readonly #reader: ReturnType<PartSource<Part>['getReader']>;
  readonly #mode: StreamMode;
  readonly #deltas: DeltaBlocks<Part> | undefined;
  readonly #outlet: HeldParts<Part>;
  readonly #late: LateVerdicts;
  readonly #unfollow: (() => void) | undefined; // needed, since the chat's signal lives longer than its streams
  #errored = false; // true once the provider's error has left: later parts are no answer
  #broken: { readonly error: unknown } | undefined; // the source's error, once all text before it has left

  constructor(chat: RunningChat, codec: StreamCodec<Part>, source: StreamSource<Part>) {
    this.#chat = chat;
    this.#codec = codec;
    this.#source = source;
    this.#reader = source.stream.getReader();
    this.#late = new LateVerdicts(chat);
    this.#mode = streamMode(chat);
    this.#deltas = chat.listens('onResponseDelta') ? new DeltaBlocks(chat, codec) : undefined;
    const judged = chat.intercepts(...RESPONSE_JUDGES);
    this.#outlet = new HeldParts(this.#mode, judged, chat.listens(...RESPONSE_READERS));
    this.#unfollow = leaveOnAbort(chat, this.#reader);
  }

  /** Reads one part from the source. */
  read(): Promise<ReadableStreamReadResult<Part>> {
    return this.#broken ? Promise.reject(this.#broken.error) : this.#reader.read();
  }

  /** Releases everything that may leave after this read. */
  accept(out: Out<Part>, read: ReadableStreamReadResult<Part>): MaybePromise<Pulled> {
    if (read.done && this.#errored) return this.#finish(out, []); // a host may end the chat with the error that left
    if (this.#chat.aborted) throw this.#chat.abortReason;
    if (read.done) return this.#conclude(out);
    return this.#take(out, read.value, this.#codec.read(read.value));
  }

  /** Cancels the source. Its answer to this changes nothing. */
  cancel(reason: unknown): Promise<void> {
    this.#unfollow?.();
    // A broken source rejects `cancel` with its error, which hooks may have withheld.
    return this.#reader.cancel(reason).catch(() => undefined);
  }

  #take(out: Out<Part>, part: Part, piece: StreamPiece): MaybePromise<Pulled> {
    if (this.#errored && !(this.#outlet.unjudged && piece.kind === 'delta')) {
      if (!this.#outlet.passesAfterError(piece)) return 'more';
      const repeatsHeld = piece.kind === 'finish' && this.#mode === 'buffer';
      return this.#outlet.pass(out, (repeatsHeld && this.#codec.bare?.(part)) || part);
    }
    switch (piece.kind) {
      case 'delta':
        return this.#delta(out, part, piece);
      case 'close':
        return this.#close(out, part, piece, piece.id);
      case 'meta':
        return this.#outlet.pass(out, part);
      case 'error':
        return this.fail(out, piece.error, part);
      case 'finish':
        return this.#holdFinish(out, part);
      default:
        return piece.of === undefined
          ? this.#outlet.emitContent(out, part, piece)
          : this.#close(out, part, piece, piece.of);
    }
  }

  #delta(out: Out<Part>, part: Part, piece: DeltaPiece): MaybePromise<Pulled> {
    if (this.#deltas === undefined) return this.#outlet.emitDelta(out, part, piece);
    if (this.#mode === 'pass') {
      const emitted = this.#outlet.emitDelta(out, part, piece);
      this.#late.note(this.#deltas.watch(piece));
      return emitted;
    }
    const ruling = this.#deltas.take(part, piece);
    // Uses `bind`: a closure would cost every delta its scope, even if no hook is awaited.
    return isThenable(ruling) ? ruling.then(this.#let.bind(this, out)) : this.#let(out, ruling);
  }

  #let(out: Out<Part>, ruling: DeltaRuling<Part>): MaybePromise<Pulled> {
    if (ruling.kind === 'nothing') return 'more';
    if (ruling.kind === 'denied') return this.#refuse(out, refusal(this.#chat, ruling.denial));
    return this.#outlet.emitDelta(out, ruling.part, ruling.block, ruling.before);
  }

  async #close(out: Out<Part>, part: Part, piece: EndPiece, id: string): Promise<Pulled> {
    if (this.#deltas !== undefined && (await this.#flush(out, [id])) === 'closed') return 'closed';
    this.#outlet.open.delete(id);
    return piece.kind === 'close'
      ? this.#outlet.emit(out, this.#deltas?.bare(part, id) ?? part, piece.held)
      : this.#outlet.emitContent(out, this.#deltas?.whole(part, id) ?? part, piece);
  }

  async #holdFinish(out: Out<Part>, part: Part): Promise<Pulled> {
    if ((await this.#flush(out)) === 'closed') return 'closed';
    return this.#outlet.holdEnd(this.#deltas?.bare(part) ?? part);
  }

  /** Releases the text that windows hold back in these blocks; without `ids`, in all blocks that are still open. */
  async #flush(out: Out<Part>, ids = this.#deltas?.open() ?? []): Promise<Pulled> {
    let all: Pulled = 'more';
    for (const id of ids) {
      const flushed = await this.#let(out, await this.#deltas!.close(id));
      if (flushed !== 'more') all = flushed;
      if (flushed === 'closed') break;
    }
    return all;
  }

  async #conclude(out: Out<Part>): Promise<Pulled> {
    if ((await this.#flush(out)) === 'closed') return 'closed';
    const late = await this.#late.settle();
    if (late !== undefined) return this.#refuse(out, late);
    const { seen, held } = this.#outlet;
    const view = seen === undefined ? undefined : this.#codec.collect(seen);
    if (view !== undefined) this.#chat.calls.lastResponse = { view: () => view };
    const arrived = view && ({ kind: 'output', value: view, synthetic: false } as const);
    const concluded = await this.#judge(arrived, this.#mode === 'buffer' ? [] : ANY_INTERFERENCE);
    if (concluded.kind !== 'response') return this.#endOtherwise(out, concluded);
    const left = concluded.response === view ? this.#outlet.bared(this.#deltas) : undefined;
    return this.#finish(out, left ?? this.#codec.compose(concluded.response, held));
  }

  /** Takes an error of the source, or an error part of the stream, as an error of the provider. */
  async fail(out: Out<Part>, thrown: unknown, part?: Part): Promise<Pulled> {
    if (this.#chat.aborted || this.#broken) throw thrown;
    const arrived = arrivedError(thrown);
    this.#chat.calls.failed = true;
    const concluded = await this.#judge(arrived, this.#outlet.started ? REPLACEMENTS : []);
    if (concluded.kind === 'response') {
      this.#chat.calls.failed = false;
      return this.#finish(out, this.#codec.compose(concluded.response, []));
    }
    if (concluded.kind !== 'error') return this.#endOtherwise(out, concluded);
    const flushed = await this.#flush(out);
    if (flushed === 'closed') return flushed;
    if (concluded.error !== arrived.error) return this.#endOtherwise(out, concluded);
    this.#errored = part !== undefined;
    this.#broken = this.#errored ? undefined : { error: thrown };
    return part === undefined ? flushed : this.#outlet.pass(out, part);
  }

  #endOtherwise(
    out: Out<Part>,
    concluded: Exclude<ConcludedResponse, { kind: 'response' }>,
  ): MaybePromise<Pulled> {
    if (concluded.kind === 'denied') return this.#refuse(out, concluded);
    if (concluded.kind === 'retry') return concluded;
    const failed = concluded.kind === 'error' && this.#outlet.failed(this.#codec, concluded.error);
    return this.#finish(out, failed || this.#outlet.bared(this.#deltas));
  }

  #judge(
    arrived: StepReturn | undefined,
    tooLate: readonly Verb[],
  ): MaybePromise<ConcludedResponse> {
    return concludeResponse(this.#source.asked, arrived, false, tooLate);
  }

  #refuse(out: Out<Part>, refused: Refused): Pulled {
    void this.cancel(refused.denial.reason);
    return this.#finish(out, this.#codec.refuse(refused, ...this.#outlet.left));
  }

  #finish(out: Out<Part>, parts: readonly Part[]): 'closed' {
    for (const part of parts) out.enqueue(part);
    out.close();
    void this.cancel(undefined);
    return 'closed';
  }
}
