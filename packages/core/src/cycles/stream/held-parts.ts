import type { StreamCodec, StreamPiece } from '../../contract/adapter/index.ts';
import type { Failure } from '../../contract/values/index.ts';
import { errorOf } from '../../errors/failure.ts';
import type { StreamMode } from './stream-mode.ts';
import type { Out } from './stream-source.ts';

/** A piece that is not a delta: a call, or other content. */
export type ContentPiece = Extract<StreamPiece, { kind: 'call' | 'content' }>;

/** Releases parts, or holds them while the response is buffered; notes what has left and which blocks are open. */
export class HeldParts<Part> {
  readonly #mode: StreamMode;
  readonly #judged: boolean;
  /** All parts for the response; undefined if nobody reads the response. */
  readonly seen: Part[] | undefined;
  /** The parts that wait until the response is judged. */
  readonly held: Part[] = [];
  /** The last released delta of every block that is still open. */
  readonly open: Map<string, Part> = new Map();
  /** True once content has left. */
  started = false;
  /** The held parts that may repeat a text. */
  readonly #repeating = new Set<Part>();
  /** True once content waits. Later content then waits too, so that the order stays. */
  #queues: boolean;

  /** `judged` says whether a hook may still deny parts that have not left. */
  constructor(mode: StreamMode, judged: boolean, collects: boolean) {
    this.#mode = mode;
    this.#judged = judged;
    this.#queues = mode === 'buffer';
    this.seen = collects ? [] : undefined;
  }

  /** Holds a part until the response is judged, in every mode. */
  hold(part: Part): 'more' {
    this.seen?.push(part);
    this.held.push(part);
    return 'more';
  }

  /** Holds the end of the answer. Content that a provider sends after it waits too, so that the order stays. */
  holdEnd(part: Part): 'more' {
    this.#queues = true;
    return this.hold(part);
  }

  /** Releases a part that no hook judges. */
  pass(out: Out<Part>, part: Part): 'emitted' {
    out.enqueue(part);
    return 'emitted';
  }

  /** Releases content, unless it is buffered or `waits` for a verdict that may still come. */
  emit(out: Out<Part>, part: Part, waits?: boolean): 'emitted' | 'more' {
    if (this.#queues || (waits === true && this.#judged)) return this.hold(part);
    this.seen?.push(part);
    this.started = true;
    out.enqueue(part);
    return 'emitted';
  }

  /** Releases content. A call leaves only if no hook may deny it; else it waits, and later parts wait behind it. */
  emitContent(out: Out<Part>, part: Part, piece: ContentPiece): 'emitted' | 'more' {
    if (piece.kind === 'call') {
      if (piece.repeats === true) this.#repeating.add(part);
      this.#queues ||= this.#judged;
    }
    return this.emit(out, part);
  }

  /** Returns the held parts, without repetitions of texts that hooks changed. */
  bared(deltas: { bare(part: Part): Part } | undefined): readonly Part[] {
    if (deltas === undefined || this.#repeating.size === 0) return this.held;
    return this.held.map((part) => (this.#repeating.has(part) ? deltas.bare(part) : part));
  }

  /** Releases a delta after the parts that waited with it, unless it is held. Its block counts as open from then on. */
  emitDelta(
    out: Out<Part>,
    part: Part,
    { id, held }: { readonly id: string; readonly held?: boolean },
    before: readonly Part[] = [],
  ): 'emitted' | 'more' {
    for (const each of before) this.emit(out, each, held);
    const emitted = this.emit(out, part, held);
    if (emitted === 'emitted') this.open.set(id, part);
    return emitted;
  }

  /** What a codec has to know to end the stream: whether content has left, and the blocks that are open. */
  get left(): readonly [started: boolean, open: readonly Part[]] {
    return [this.started, [...this.open.values()]];
  }

  /**
   * Returns the parts that end the stream with the error that hooks left.
   *
   * @throws that error where the host has no parts for it.
   */
  failed({ fail }: Pick<StreamCodec<Part>, 'fail'>, failure: Failure): readonly Part[] {
    const error = errorOf(failure);
    if (fail === undefined) throw error;
    return fail(error, ...this.left);
  }

  /** Whether no hook can stop a part, so that all parts leave as they come, also after the provider's error. */
  get unjudged(): boolean {
    return this.#mode === 'pass' && !this.#judged;
  }

  /** Whether a part may leave after the provider's error if hooks judge: only to end the stream properly. */
  passesAfterError(piece: StreamPiece): boolean {
    if (this.unjudged) return true;
    if (piece.kind === 'close') return this.#mode !== 'buffer' && this.open.has(piece.id);
    return piece.kind === 'meta' || piece.kind === 'finish';
  }
}
