import type { StreamPiece } from '../../contract/adapter/index.ts';
import type { StreamMode } from './stream-mode.ts';
import type { Out } from './stream-source.ts';

/** What is no delta: a call, or other content. */
export type ContentPiece = Extract<StreamPiece, { kind: 'call' | 'content' }>;

/** Lets parts out, or holds them while the response is buffered; knows what has left and what is still open. */
export class HeldParts<Part> {
  readonly #mode: StreamMode;
  readonly #judged: boolean;
  /** Everything the response is collected from; undefined when nobody looks at the response. */
  readonly seen: Part[] | undefined;
  /** What waits for the response to be judged. */
  readonly held: Part[] = [];
  /** The last released delta of every block that is still open. */
  readonly open: Map<string, Part> = new Map();
  /** True once any content has left. */
  started = false;
  /** What of the held may repeat a text. */
  readonly #repeating = new Set<Part>();
  /** True once content waits whose place among the rest is to be kept. */
  #queues: boolean;

  /** `judged` tells whether any hook may still deny what has not left. */
  constructor(mode: StreamMode, judged: boolean, collects: boolean) {
    this.#mode = mode;
    this.#judged = judged;
    this.#queues = mode === 'buffer';
    this.seen = collects ? [] : undefined;
  }

  /** Holds a part until the response was judged, whatever the mode. */
  hold(part: Part): 'more' {
    this.seen?.push(part);
    this.held.push(part);
    return 'more';
  }

  /** Lets out what nobody judges. */
  pass(out: Out<Part>, part: Part): 'emitted' {
    out.enqueue(part);
    return 'emitted';
  }

  /** Lets content out unless it is buffered, or `waits` for a verdict that may still come. */
  emit(out: Out<Part>, part: Part, waits?: boolean): 'emitted' | 'more' {
    if (this.#queues || (waits === true && this.#judged)) return this.hold(part);
    this.seen?.push(part);
    this.started = true;
    out.enqueue(part);
    return 'emitted';
  }

  /** Lets content out, and a call only where nobody may deny it: else what comes after it waits behind it. */
  emitContent(out: Out<Part>, part: Part, piece: ContentPiece): 'emitted' | 'more' {
    if (piece.kind === 'call') {
      if (piece.repeats === true) this.#repeating.add(part);
      this.#queues ||= this.#judged;
    }
    return this.emit(out, part);
  }

  /** What is held, without repetitions of what hooks changed. */
  bared(deltas: { bare(part: Part): Part } | undefined): readonly Part[] {
    if (deltas === undefined || this.#repeating.size === 0) return this.held;
    return this.held.map((part) => (this.#repeating.has(part) ? deltas.bare(part) : part));
  }

  /** Lets a delta out, behind those that waited with it, unless it is held; its block is open from then on. */
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

  /** After the provider's own error only what ends the stream well formed still passes; the rest was never judged. */
  passesAfterError(piece: StreamPiece): boolean {
    if (piece.kind !== 'close') return piece.kind === 'meta' || piece.kind === 'finish';
    return this.#mode !== 'buffer' && (!this.#queues || this.open.has(piece.id));
  }
}
