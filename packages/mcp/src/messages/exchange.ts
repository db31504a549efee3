import type { Dict } from '@interpose/core';
import type { Chat, ChatEnding } from '@interpose/core/adapter';

/** One request with its answer, or one notification, and the chat it belongs to. */
export interface Exchange {
  readonly chat: Chat;
  /** True when the chat was opened for this exchange alone, and ends with it. */
  readonly implicit: boolean;
  /** Takes what went wrong while the chat was ended. */
  readonly report?: (error: unknown) => void;
  /** The request as it crossed the wire; undefined for a notification. */
  request?: Dict;
}

/** Ends the chat of an exchange that has one of its own; nothing waits for its observers but `hooks.flush()`. */
export function endExchange(exchange: Exchange | undefined, ending: ChatEnding): void {
  if (exchange?.implicit !== true || exchange.chat.ended) return;
  const { chat, report } = exchange;
  Promise.resolve(chat.end(ending)).catch((error: unknown) => report?.(error));
}

/** Ends those of an answer: that of its request, and one of its own where the chat of the request had ended before. */
export function endExchanges(
  exchanges: readonly (Exchange | undefined)[],
  ending: ChatEnding,
): void {
  for (const exchange of exchanges) endExchange(exchange, ending);
}
