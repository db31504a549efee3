import { isDict } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { endExchange, type Exchange } from './exchange.ts';
import type { Id, ReadMessage } from './to-contract.ts';

/** How many requests may go unanswered before those of ended chats are forgotten. */
const MANY = 1000;
/** At least so many requests come between two looks for chats that have ended. */
const FEW = 32;

/** The requests of one direction that have no answer yet. */
export class OpenExchanges {
  /** A chat that ended before its answer came is let go, and its request still counts as one that waits. */
  readonly #open = new Map<Id, Exchange | undefined>();
  /** Those that an answer came for. */
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

  /** True for a request that still waits for its answer. */
  isOpen(id: Id): boolean {
    const key = this.#keyOf(id);
    return key !== undefined && !this.#answered.has(key);
  }

  /** True for a second answer to one request, as a stream that is repeated brings it: nobody waits for it. */
  isRepeated({ kind, id }: ReadMessage): boolean {
    if (kind !== 'response' || id === undefined) return false;
    const key = this.#keyOf(id) ?? id;
    if (this.#answered.has(key) || !this.#open.has(key)) return this.#answered.has(key);
    this.#answered.add(key);
    if (this.#answered.size > MANY) this.#answered.delete(this.#answered.values().next().value!);
    return false;
  }

  /** The exchange this answer belongs to; the SDK takes "1" for 1, and so does this. */
  take(id: Id | undefined): Exchange | undefined {
    const key = this.#keyOf(id);
    if (key === undefined) return undefined;
    const exchange = this.#open.get(key);
    this.#open.delete(key);
    return exchange;
  }

  get(id: unknown): Exchange | undefined {
    const key = this.#keyOf(id);
    return key === undefined ? undefined : this.#open.get(key);
  }

  /** The chat of all of them; undefined where there are none or several chats. */
  soleChat(): Chat | undefined {
    let sole: Chat | undefined;
    for (const exchange of this.#open.values()) {
      if (exchange === undefined || exchange.chat.ended) continue;
      if (sole !== undefined && sole !== exchange.chat) return undefined;
      sole = exchange.chat;
    }
    return sole;
  }

  /** Forgets all of them: no answer can come any more. */
  clear(reason: unknown): void {
    for (const exchange of this.#open.values()) endExchange(exchange, { kind: 'abort', reason });
    this.#open.clear();
    this.#answered.clear();
  }

  #keyOf(id: unknown): Id | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    if (this.#open.has(id)) return id;
    const other = typeof id === 'number' ? String(id) : Number(id);
    return this.#open.has(other) ? other : undefined;
  }

  #letEndedGo(): void {
    const isFull = this.#open.size >= MANY;
    let live = 0;
    for (const [id, exchange] of this.#open) {
      if (exchange?.chat.ended === false) live += 1;
      else if (isFull) this.#open.delete(id);
      else this.#open.set(id, undefined);
    }
    this.#untilLook = Math.max(FEW, live);
  }
}

/** The id of the request whose progress this notification tells of, where the two are the same; undefined for others. */
export function progressId({ method, message }: ReadMessage): unknown {
  const { params } = message;
  return method === 'notifications/progress' && isDict(params)
    ? params['progressToken']
    : undefined;
}

/** The id of the request that this notification calls off; undefined for any other message. */
export function cancelledId({ method, message }: ReadMessage): Id | undefined {
  const { params } = message;
  if (method !== 'notifications/cancelled' || !isDict(params)) return undefined;
  return params['requestId'] as Id | undefined;
}
