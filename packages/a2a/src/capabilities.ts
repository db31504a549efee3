import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';

type Claims = Partial<Record<EventName, readonly Verb[]>>;

const NOTHING: readonly Verb[] = [];
const GATE: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask'];
const AFTER: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];
const CHANGE: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];

const CHAT: Claims = {
  onSessionStart: NOTHING,
  onSessionEnd: NOTHING,
  onChatStart: NOTHING,
  onChatDone: NOTHING,
  onChatError: NOTHING,
};
const ABORT: Claims = { onChatAbort: NOTHING };

const MESSAGES: Claims = { preA2aMessage: GATE, onA2aMessage: CHANGE };

const DELEGATION: Claims = {
  preDelegate: GATE,
  onDelegateResult: AFTER,
  onInventoryChange: ['allow', 'deny'],
};

/** The two sides of A2A, each plain and streamed, and what a server posts of its own accord. */
const PATHS: Readonly<Record<string, Claims>> = {
  client: { ...CHAT, ...ABORT, ...MESSAGES, ...DELEGATION },
  'client stream': { ...CHAT, ...ABORT, ...MESSAGES, ...DELEGATION },
  server: { ...CHAT, ...MESSAGES },
  'server stream': { ...CHAT, ...ABORT, ...MESSAGES },
  'push notification': { ...CHAT, preA2aMessage: GATE },
};

/** Every path of the A2A SDK through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...Object.entries(PATHS).flatMap(([path, claims]) => rows(path, 'enforced', claims)),
  ...rows('callExtensionMethod', 'enforced', MESSAGES),
  ...rows(
    'agent card discovery',
    'unmediated',
    { onA2aMessage: NOTHING },
    'the public card is a file, no message; the extended card is a message',
  ),
];

function rows(
  path: string,
  status: CapabilityRow['status'],
  claims: Claims,
  note?: string,
): CapabilityRow[] {
  return Object.entries(claims).map(([event, verbs]) => ({
    path,
    event: event as EventName,
    status,
    verbs,
    ...(note === undefined ? undefined : { note }),
  }));
}

/** The verbs that calls of this path can carry out, for `ctx.can`. */
export function canOf(path: string): NonNullable<ChatOptions['can']> {
  return PATHS[path] ?? {};
}
