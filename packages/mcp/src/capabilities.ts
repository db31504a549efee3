import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

type Claims = Partial<Record<EventName, readonly Verb[]>>;

const NOTHING: readonly Verb[] = [];
const OUT: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];
const IN: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];
const ADMIT: readonly Verb[] = ['allow', 'deny'];

const CHAT: Claims = {
  onSessionStart: NOTHING,
  onSessionEnd: NOTHING,
  onChatStart: NOTHING,
  onChatDone: NOTHING,
  onChatAbort: NOTHING,
  onChatError: NOTHING,
};

/** What holds for each kind of message, at either end of a connection. */
const PATHS: Readonly<Record<string, Claims>> = {
  request: { ...CHAT, preMcpMessage: [...OUT, 'respond'], onMcpMessage: IN },
  response: { preMcpMessage: OUT, onMcpMessage: IN },
  notification: { ...CHAT, preMcpMessage: OUT, onMcpMessage: IN },
  batch: { preMcpMessage: [...OUT, 'respond'], onMcpMessage: IN },
  'tools/list': { onInventoryChange: ADMIT },
};

/** A server is told of to those who connect to it, not to itself. */
const ROLES = {
  client: { ...PATHS, initialize: { onInventoryChange: ADMIT } },
  server: PATHS,
} as const;

/** Every kind of message through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = Object.entries(ROLES).flatMap(
  ([role, paths]) =>
    Object.entries<Claims>(paths).flatMap(([path, claims]) =>
      Object.entries(claims).map(([event, verbs]) => ({
        path: `${role}: ${path}`,
        event: event as EventName,
        status: 'enforced' as const,
        verbs,
      })),
    ),
);
