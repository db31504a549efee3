import { omitUndefined } from '@interpose/adapter-kit';
import type { A2aEnvelope, Dict } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { A2aMethod } from './methods.ts';

/** One request and its answers, as one side sees them. */
export interface Exchange {
  readonly chat: Chat;
  readonly method: A2aMethod;
  readonly role: A2aEnvelope['role'];
  /** The id of the JSON-RPC messages that hooks see; on the wire the SDK uses ids of its own. */
  readonly id: number;
  /** The caller. */
  readonly from: string | undefined;
  /** The agent that is called. */
  readonly to: string | undefined;
  /** The members that a refusal has on the binding of a server. */
  readonly forbidden?: Dict | undefined;
}

/** Returns the envelope of a message for hooks: its sender, its receiver and its leg. */
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

/** Returns an id for the JSON-RPC messages of one exchange, unique in this process. */
export function nextId(): number {
  return (last += 1);
}

/** Whether any hook listens to the messages of this exchange. */
export function isWatched({ chat }: Exchange): boolean {
  return chat.listens('preA2aMessage', 'onA2aMessage');
}
