import { isDict } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { endExchange, type Exchange } from './exchange.ts';
import type { Id, ReadMessage } from './to-contract.ts';

/** The number of unanswered requests at which those of ended chats are forgotten. */
const MANY = 1000;
/** The number of requests whose chats stay open: a server with a queue for each task may never send its answers. */
const MOST_OPEN = 10_000;
/** The least number of requests between two searches for chats that have ended. */
const FEW = 32;

/** The requests of one direction that have no answer yet. */
export class OpenExchanges {
  /** The exchange of each request by its id. A chat that ended is let go; its request still counts as waiting. */
  readonly #open = new Map<Id, Exchange | undefined>();
  /** The ids of requests that were answered. */
  readonly #answered = new Set<Id>();
  #untilLook = FEW;

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  add(id: Id, exchange: Exchange): void {
    this.#untilLook -= 1;
    if (this.#untilLook < 0) this.#letEndedGo();
    endExchange(this.#open.get(id), { kind: 'abort', reason: 'its id was used again' });
    this.#open.set(id, exchange);
    this.#answered.delete(id);
  }

  /** Whether a request still waits for its answer. */
  isOpen(id: Id): boolean {
    const key = this.#keyOf(id);
    return key !== undefined && !this.#answered.has(key);
  }

  /** Whether an answer came before, as in a stream that is repeated: nobody waits for it. Notes a first answer. */
  isRepeated({ kind, id }: ReadMessage): boolean {
    if (kind !== 'response' || id === undefined) return false;
    const key = this.#keyOf(id) ?? id;
    if (this.#answered.has(key) || !this.#open.has(key)) return this.#answered.has(key);
    this.#answered.add(key);
    if (this.#answered.size > MANY) this.#answered.delete(this.#answered.values().next().value!);
    return false;
  }

  /** Removes and returns the exchange of an answer. Like the SDK, it takes "1" for 1. */
  take(id: Id | undefined): Exchange | undefined {
    const key = this.#keyOf(id)!;
    const exchange = this.#open.get(key);
    this.#open.delete(key);
    return exchange;
  }

  get(id: unknown): Exchange | undefined {
    return this.#open.get(this.#keyOf(id)!);
  }

  /** Returns the one chat of all requests; undefined if there is none or more than one. */
  soleChat(): Chat | undefined {
    let sole: Chat | undefined;
    for (const exchange of this.#open.values()) {
      if (exchange === undefined || exchange.chat.ended) continue;
      if (sole !== undefined && sole !== exchange.chat) return undefined;
      sole = exchange.chat;
    }
    return sole;
  }

  /** Ends and forgets all exchanges, when no answer can come any more. */
  clear(reason: unknown): void {
    for (const exchange of this.#open.values()) endExchange(exchange, { kind: 'abort', reason });
    this.#open.clear();
    this.#answered.clear();
  }

  #keyOf(id: unknown): Id | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const other = typeof id === 'number' ? String(id) : Number(id);
    return [id, other].find((key) => this.#open.has(key));
  }

  #letEndedGo(): void {
    const isFull = this.#open.size >= MANY;
    let live = 0;
    for (const [id, exchange] of this.#open) {
      if (exchange?.chat.ended === false) live += 1;
      else if (isFull) this.#open.delete(id);
      else this.#open.set(id, undefined);
    }
    for (const exchange of this.#open.values()) {
      if (live <= MOST_OPEN) break;
      endExchange(exchange, { kind: 'abort', reason: 'too many requests came after it' });
      live -= 1;
    }
    this.#untilLook = Math.max(FEW, live);
  }
}

/** Returns the token of a progress notification, which may be the id of its request; undefined for other messages. */
export function progressId({ method, message }: ReadMessage): unknown {
  const { params } = message;
  return method === 'notifications/progress' && isDict(params)
    ? params['progressToken']
    : undefined;
}

/** Returns the id of the request that a notification cancels; undefined for any other message. */
export function cancelledId({ method, message }: ReadMessage): Id | undefined {
  const { params } = message;
  if (method !== 'notifications/cancelled' || !isDict(params)) return undefined;
  return params['requestId'] as Id | undefined;
}
