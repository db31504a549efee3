import {
  ADMIT,
  canOn,
  CHANGE,
  CHAT as EVERY_CHAT,
  DELEGATION,
  enforcedRows,
  GATE,
  NOTHING,
  rows,
  unmediatedRows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { UNMEDIATED } from './declared.ts';

/** The SDK does not tell a server when a caller has left. */
const { onChatAbort: _onChatAbort, ...CHAT } = EVERY_CHAT;
const ABORT: Claims = { onChatAbort: NOTHING };

const MESSAGES: Claims = { preA2aMessage: GATE, onA2aMessage: CHANGE };

const DELEGATE: Claims = { ...DELEGATION, onInventoryChange: ADMIT };

/** The two sides of A2A, each plain and streamed, and the updates that a server posts to webhooks. */
const PATHS: Readonly<Record<string, Claims>> = {
  client: { ...CHAT, ...ABORT, ...MESSAGES, ...DELEGATE },
  'client stream': { ...CHAT, ...ABORT, ...MESSAGES, ...DELEGATE },
  server: { ...CHAT, ...MESSAGES },
  'server stream': { ...CHAT, ...ABORT, ...MESSAGES },
  'push notification': { ...CHAT, preA2aMessage: GATE },
};

/** The coverage of the A2A SDK: one row for each path and event, with how far hooks are enforced there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows('callExtensionMethod', 'enforced', MESSAGES),
  ...unmediatedRows(UNMEDIATED),
];

/** Returns the verbs that hooks can use in calls on this path, for `ctx.can`. */
export const canOf: ReturnType<typeof canOn> = canOn(PATHS);
