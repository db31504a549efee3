import type { PartSource, StreamCodec, StreamPiece } from '@interpose/core/adapter';
import { adviseCalls, advises } from '../tools/gate-answered-calls.ts';
import { isHosted } from '../tools/provider-tools.ts';
import type { PreparedCall } from '../model/model-call.ts';
import { dictsOf } from '../translate/native.ts';
import { isCallOfApp } from '../translate/responses/message-to-contract.ts';
import { responseIn, TERMINAL } from './responses/texts.ts';
import type { SsePart } from './sse/part.ts';

type Reader = ReturnType<PartSource<SsePart>['getReader']>;
type Read = Awaited<ReturnType<Reader['read']>>;

/** Holds the calls of a streamed answer, and what follows them, until hooks have judged them; earlier text has left. */
export function adviseStream(call: PreparedCall, events: PartSource<SsePart>): PartSource<SsePart> {
  if (!advises(call)) return events;
  return { getReader: () => new AdvisedEvents(call, events.getReader()) };
}

/** Reads the events without a stream of the platform: one more would cost every event more than its hooks do. */
class AdvisedEvents implements Reader {
  readonly #call: PreparedCall;
  readonly #events: Reader;
  readonly #codec: StreamCodec<SsePart>;
  readonly #seen: SsePart[] = [];
  /** True once an event belonged to a call, or from the start if the request offers tools of the provider. */
  #calls: boolean;
  /** The number of events that left before the first that is held. */
  #left = 0;
  /** The events that leave after all calls were judged. */
  #gated: SsePart[] | undefined;

  constructor(call: PreparedCall, events: Reader) {
    this.#call = call;
    this.#events = events;
    this.#codec = call.dialect.codec(call.run, call.body);
    this.#calls = call.tools.some(isHosted);
  }

  read(): Promise<Read> {
    if (this.#gated !== undefined) return Promise.resolve(nextOf(this.#gated));
    return this.#left < this.#seen.length ? this.#hold() : this.#events.read().then(this.#arrived);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#events.cancel(reason);
  }

  readonly #arrived = (read: Read): Read | Promise<Read> => {
    if (read.done) return this.#flush();
    const kind = this.#note(read.value);
    if (kind === 'call' || kind === 'finish') return this.#hold();
    this.#left++;
    return read;
  };

  /** Records an event and returns its kind; an event that adds to a held call counts as a call. */
  #note(part: SsePart): StreamPiece['kind'] {
    const piece = this.#codec.read(part);
    const kind = 'held' in piece && piece.held ? 'call' : piece.kind;
    if (kind === 'call' || endsWithCall(part)) this.#calls = true;
    this.#seen.push(part);
    return kind;
  }

  /** Reads on to the end, and returns the first event that then leaves; an error leaves at once. */
  async #hold(): Promise<Read> {
    for (;;) {
      const read = await this.#events.read();
      if (read.done) return this.#flush();
      if (this.#note(read.value) !== 'error') continue;
      this.#seen.pop();
      return read;
    }
  }

  async #flush(): Promise<Read> {
    this.#gated = this.#seen.slice(this.#left);
    if (this.#calls) {
      const view = this.#codec.collect(this.#seen);
      const advised = await adviseCalls(this.#call, view);
      if (advised !== view) this.#gated = this.#remaining(this.#codec.compose(advised, this.#seen));
    }
    return nextOf(this.#gated);
  }

  /** Returns the events of this list that have not left yet. */
  #remaining(parts: readonly SsePart[]): SsePart[] {
    const left = new Set(this.#seen.slice(0, this.#left));
    return parts.filter((part) => !left.has(part.from ?? part));
  }
}

/** Whether a response ends with a call; some services send no events of it before. */
function endsWithCall({ data }: SsePart): boolean {
  if (data === undefined || !TERMINAL.has(data['type'])) return false;
  return dictsOf(responseIn(data)?.['output']).some(isCallOfApp);
}

function nextOf(parts: SsePart[]): Read {
  const value = parts.shift();
  return value === undefined ? { done: true, value } : { done: false, value };
}
