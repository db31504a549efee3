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

/** The verbs that take effect on each kind of message, at either end of a connection. */
const PATHS: Readonly<Record<string, Claims>> = {
  request: { ...CHAT, preMcpMessage: GATE, onMcpMessage: CHANGE },
  response: { preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  notification: { ...CHAT, preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  // A question of a server inside an answer, or the client's answer to it inside a request.
  question: { preMcpMessage: CHANGE, onMcpMessage: CHANGE },
  batch: { preMcpMessage: GATE, onMcpMessage: CHANGE },
  'tools/list': { onInventoryChange: ADMIT },
};

/** The paths by role: hooks at a client are told of the server, hooks at the server itself are not. */
const ROLES = { client: { ...PATHS, initialize: { onInventoryChange: ADMIT } }, server: PATHS };

/** The coverage of every kind of message at every event, at both ends. */
export const capabilities: readonly CapabilityRow[] = [
  ...Object.entries(ROLES).flatMap(([role, paths]) =>
    enforcedRows(paths).map((row) => ({ ...row, path: `${role}: ${row.path}` })),
  ),
  ...unmediatedRows(UNMEDIATED),
];
