import type { Denial, Dict, MaybePromise, McpEnvelope } from '@interpose/core';
import { frozenCopy, type Chat } from '@interpose/core/adapter';
import { andThen } from '@interpose/adapter-kit';
import {
  changedMessage,
  refusedBy,
  refusedFor,
  suppliedReply,
  type Ruling,
} from './from-contract.ts';
import type { ReadMessage } from './to-contract.ts';

/** One message on its way past the hooks. */
export interface Passage extends Omit<McpEnvelope, 'message'> {
  readonly event: 'preMcpMessage' | 'onMcpMessage';
  readonly read: ReadMessage;
  /** What came with the message: the options of `send`, or the extra of `onmessage`. */
  readonly extra?: unknown;
}

/** Asks the hooks about one message; the message itself comes back where they left it alone. */
export function gateMessage(chat: Chat, passage: Passage): MaybePromise<Ruling> {
  const { event, read, server, direction, synthetic, extra } = passage;
  const { message } = read;
  if (!chat.listens(event)) return { kind: 'pass', message };
  const seen = chat.strict ? frozenCopy(message) : message;
  const payload = {
    message: seen,
    server,
    direction,
    ...(synthetic === true ? { synthetic } : undefined),
  };
  return andThen(chat.dispatch(event, payload, { message, extra }), (verdict): Ruling => {
    switch (verdict.decision) {
      case 'allow':
        return { kind: 'pass', message };
      case 'modify':
        if (verdict.value === seen) return { kind: 'pass', message };
        return changedMessage(read, verdict.value as Dict, chat.strict);
      case 'respond':
        return suppliedReply(read, verdict.outcome['reply'] as Dict, chat.strict);
      case 'deny':
        return refusedBy(verdict as Denial);
      default:
        return refusedFor(
          `${verdict.decision}_unsupported`,
          `a transport cannot ${verdict.decision}`,
        );
    }
  });
}
