import type { Dict } from '@interpose/core';
import type { Chat, ChatEnding } from '@interpose/core/adapter';

/** One request with its answer, or one notification, and the chat it belongs to. */
export interface Exchange {
  readonly chat: Chat;
  /** True when the chat was opened for this exchange alone, and ends with it. */
  readonly implicit: boolean;
  /** Takes the error if ending the chat fails. */
  readonly report?: (error: unknown) => void;
  /** The request as it crossed the wire; undefined for a notification. */
  request?: Dict;
}

/** Ends the chat of an exchange if it is the exchange's own; only `hooks.flush()` waits for its observers. */
export function endExchange(exchange: Exchange | undefined, ending: ChatEnding): void {
  if (exchange?.implicit !== true || exchange.chat.ended) return;
  const { chat, report } = exchange;
  Promise.resolve(chat.end(ending)).catch((error: unknown) => report?.(error));
}

/** Ends the exchanges of an answer: that of its request, and its own if the chat of the request had ended before. */
export function endExchanges(
  exchanges: readonly (Exchange | undefined)[],
  ending: ChatEnding,
): void {
  for (const exchange of exchanges) endExchange(exchange, ending);
}
