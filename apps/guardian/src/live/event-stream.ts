import type { LiveEvent } from '@interpose/guardian-api';

import type { LiveFeed } from './live-feed.ts';

const BEAT_MS = 15_000;
/** Events that a slow reader may be behind; one more and it is cut off, and comes back with where it was. */
const MOST_BEHIND = 5000;
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Who reads, and how long they may. */
export interface Reading {
  readonly tenant: string;
  readonly person: string;
  /** The last that the reader has seen. */
  readonly since: number | undefined;
  /** False once the reader is no longer signed in; asked now and then. */
  readonly isStillIn: () => Promise<boolean>;
  readonly ends: AbortSignal;
}

/** Server-sent events of a tenant, first those since the place where the reader was before. */
export function eventStream(feed: LiveFeed, reading: Reading): Response {
  let reader: LiveReader | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        reader = new LiveReader(controller, reading);
        void reader.read(feed);
      },
      cancel: () => reader?.stop(),
    },
    { highWaterMark: 100 },
  );
  return new Response(body, { headers: HEADERS });
}

/** One browser that watches. */
class LiveReader {
  readonly #encoder = new TextEncoder();
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #reading: Reading;
  readonly #beat: ReturnType<typeof setInterval>;
  #held: LiveEvent[] | undefined = [];
  #unwatch: (() => void) | undefined;
  #isStopped = false;

  constructor(controller: ReadableStreamDefaultController<Uint8Array>, reading: Reading) {
    this.#controller = controller;
    this.#reading = reading;
    this.#beat = setInterval(() => void this.#goOn(), BEAT_MS);
    reading.ends.addEventListener('abort', this.#finish, { once: true });
    this.#write('retry: 1000\n\n');
  }

  /** What happens meanwhile is held until all that was missed is told. */
  async read(feed: LiveFeed): Promise<void> {
    const { tenant, person, since } = this.#reading;
    this.#unwatch = feed.watch(tenant, {
      person,
      tell: (event) => this.#tell(event),
      cutOff: () => this.#finish(),
    });
    if (since !== undefined) {
      const missed = await feed.since(tenant, since).catch(() => []);
      for (const data of missed) this.#write(written({ type: 'decision', data, id: data.seq }));
    }
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#tell(event);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch?.();
    clearInterval(this.#beat);
    this.#reading.ends.removeEventListener('abort', this.#finish);
  }

  /** A login also ends by its time; while the database is away nobody knows, and the next beat asks again. */
  async #goOn(): Promise<void> {
    if (await this.#reading.isStillIn().catch(() => true)) this.#write(': still here\n\n');
    else this.#finish();
  }

  readonly #finish = (): void => {
    if (this.#isStopped) return;
    this.stop();
    this.#controller.close();
  };

  #tell(event: LiveEvent): void {
    if (this.#held !== undefined) this.#held.push(event);
    else this.#write(written(event));
  }

  #write(text: string): void {
    if (this.#isStopped) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) < -MOST_BEHIND) this.#finish();
  }
}

function written({ type, data, id }: LiveEvent): string {
  const place = id === undefined ? '' : `id: ${id}\n`;
  return `${place}event: message\ndata: ${JSON.stringify({ type, data })}\n\n`;
}
