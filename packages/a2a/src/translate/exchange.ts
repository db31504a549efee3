import { omitUndefined } from '@interpose/adapter-kit';
import type { A2aEnvelope, Dict } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { A2aMethod } from './methods.ts';

/** One request and what comes back, as one side sees it. */
export interface Exchange {
  readonly chat: Chat;
  readonly method: A2aMethod;
  readonly role: A2aEnvelope['role'];
  /** The id of its JSON-RPC messages as hooks see them; the SDK gives those on the wire ids of its own. */
  readonly id: number;
  /** Who asks. */
  readonly from: string | undefined;
  /** Who is asked. */
  readonly to: string | undefined;
}

/** What hooks see of a message: from whom to whom, and on which leg. */
export function envelopeOf(
  { method: { method }, role, from, to }: Exchange,
  leg: A2aEnvelope['leg'],
  message: Dict,
): A2aEnvelope {
  const [sender, receiver] = leg === 'request' ? [from, to] : [to, from];
  return {
    message,
    method,
    role,
    leg,
    ...omitUndefined({ from: sender, to: receiver }),
  };
}

let last = 0;

/** An id for the JSON-RPC messages of one exchange, unique in this process. */
export function nextId(): number {
  return (last += 1);
}

/** True where somebody may be asked about the messages of an exchange. */
export function isWatched({ chat }: Exchange): boolean {
  return chat.listens('preA2aMessage', 'onA2aMessage');
}
