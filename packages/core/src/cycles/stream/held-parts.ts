import type { StreamMode } from './stream-mode.ts';

/** Lets parts out, or holds them while the response is buffered; knows what has left and what is still open. */
export class HeldParts<Part> {
  readonly #mode: StreamMode;
  /** Everything the response is collected from; undefined when nobody looks at the response. */
  readonly seen: Part[] | undefined;
  /** What waits for the response to be judged. */
  readonly held: Part[] = [];
  /** The last released delta of every block that is still open. */
  readonly open: Map<string, Part> = new Map();
  /** True once any content has left. */
  started = false;

  constructor(mode: StreamMode, collects: boolean) {
    this.#mode = mode;
    this.seen = collects ? [] : undefined;
  }

  /** Holds a part until the response was judged, whatever the mode. */
  hold(part: Part): 'more' {
    this.seen?.push(part);
    this.held.push(part);
    return 'more';
  }

  /** Lets out what nobody judges. */
  pass(out: ReadableStreamDefaultController<Part>, part: Part): 'emitted' {
    out.enqueue(part);
    return 'emitted';
  }

  /** Lets content out unless it is buffered. */
  emit(out: ReadableStreamDefaultController<Part>, part: Part): 'emitted' | 'more' {
    if (this.#mode === 'buffer') return this.hold(part);
    this.seen?.push(part);
    this.started = true;
    out.enqueue(part);
    return 'emitted';
  }

  /** Lets a delta out unless it is held; its block is open from then on. */
  emitDelta(
    out: ReadableStreamDefaultController<Part>,
    part: Part,
    { id, held }: { readonly id: string; readonly held?: boolean },
  ): 'emitted' | 'more' {
    if (held === true) return this.hold(part);
    if (this.#mode !== 'buffer') this.open.set(id, part);
    return this.emit(out, part);
  }
}
