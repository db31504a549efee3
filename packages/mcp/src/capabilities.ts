import {
  ADMIT,
  CHANGE,
  CHAT,
  enforcedRows,
  GATE,
  unmediatedRows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { UNMEDIATED } from './declared.ts';

/** What holds for each kind of message, at either end of a connection. */
const PATHS: Readonly<Record<string, Claims>> = {
  request: { ...CHAT, preMcpMessage: GATE, onMcpMessage: CHANGE },
  response: { preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  notification: { ...CHAT, preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  // What a server asks within an answer, and what a client answers within a request.
  question: { preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  batch: { preMcpMessage: GATE, onMcpMessage: CHANGE },
  'tools/list': { onInventoryChange: ADMIT },
};

/** A server is told of to those who connect to it, not to itself. */
const ROLES = { client: { ...PATHS, initialize: { onInventoryChange: ADMIT } }, server: PATHS };

/** Every kind of message through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...Object.entries(ROLES).flatMap(([role, paths]) =>
    enforcedRows(paths).map((row) => ({ ...row, path: `${role}: ${row.path}` })),
  ),
  ...unmediatedRows(UNMEDIATED),
];
