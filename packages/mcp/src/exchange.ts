import type { Dict } from '@interpose/core';
import type { Chat, ChatEnding } from '@interpose/core/adapter';

/** One request with its answer, or one notification, and the chat it belongs to. */
export interface Exchange {
  readonly chat: Chat;
  /** True when the chat was opened for this exchange alone, and ends with it. */
  readonly implicit: boolean;
  /** The request as it crossed the wire; undefined for a notification. */
  request?: Dict;
}

/** Ends the chat of an exchange that has one of its own. */
export function endExchange(exchange: Exchange | undefined, ending: ChatEnding): void {
  if (exchange?.implicit !== true || exchange.chat.ended) return;
  // An ending's observers only report; whoever waits for them calls hooks.flush().
  void exchange.chat.end(ending);
}
