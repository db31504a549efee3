import type { LiveEvent } from '@interpose/guardian-api';

import type { LiveFeed } from './live-feed.ts';

const BEAT_MS = 15_000;
/** The most events that a slow reader may be behind; then it is cut off, and comes back with its place. */
const MOST_BEHIND = 5000;
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** The reader, and how long it may read. */
export interface Reading {
  readonly tenant: string;
  readonly person: string;
  /** The last event that the reader has seen. */
  readonly since: number | undefined;
  /** Returns whether the reader is still signed in; called now and then. */
  readonly isStillIn: () => Promise<boolean>;
  readonly ends: AbortSignal;
}

/** Streams server-sent events of a tenant, beginning after the reader's last place. */
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

/** One browser that reads. */
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

  /** Holds new events back until all missed events are sent. */
  async read(feed: LiveFeed): Promise<void> {
    const { tenant, person, since } = this.#reading;
    this.#unwatch = feed.watch(tenant, {
      person,
      tell: (event) => this.#tell(event),
      cutOff: () => this.#finish(),
    });
    if (since !== undefined) {
      const missed = await feed.since(tenant, since).catch(() => undefined);
      // The reader comes back with the same place.
      if (missed === undefined) return this.#finish();
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

  /** Checks the login, which may expire. While the database is away, the check is repeated at the next beat. */
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
