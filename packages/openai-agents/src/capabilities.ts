import {
  canOn,
  CHANGE,
  CHAT,
  DELEGATION,
  DELTAS,
  enforcedRows,
  GATE,
  MODEL,
  NOTHING,
  OBSERVED_TOOL,
  rows,
  TOOL,
  unmediatedRows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';
import { UNMEDIATED } from './coverage/declared.ts';

const RUN: Claims = { ...CHAT, ...MODEL, ...TOOL };

/** The ways in which a chat runs, and what each can carry out. */
const PATHS: Readonly<Record<string, Claims>> = {
  run: RUN,
  'run streamed': { ...RUN, ...DELTAS },
  'tool.invoke': { ...CHAT, ...TOOL, onMessage: NOTHING },
};

/** Every path of the OpenAI Agents SDK through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows('agent.asTool', 'enforced', DELEGATION),
  ...rows(
    'handoff',
    'enforced',
    { preDelegate: GATE },
    'a denied one throws where the provider keeps the conversation',
  ),
  ...['shell tool', 'apply_patch tool'].flatMap((path) => rows(path, 'enforced', TOOL)),
  ...rows(
    'computer tool',
    'enforced',
    TOOL,
    'every action, the screenshot too; the model sees no screenshot where one is stopped',
  ),
  ...rows(
    'MCP server',
    'enforced',
    { preMcpMessage: GATE, onMcpMessage: CHANGE },
    'one of the SDK, hooked before it connects, itself or with its agent',
  ),
  ...rows('session', 'enforced', { onMemoryRetrieved: CHANGE, preMemoryStore: CHANGE }),
  ...rows(
    'unknown tool call',
    'enforced',
    { onToolCallError: CHANGE },
    "no preToolCall; under toolNotFoundBehavior 'raise_error', the default, the run fails",
  ),
  ...rows(
    'invalid tool call',
    'observed',
    { onToolCallError: NOTHING },
    'arguments that are no JSON: the SDK tells the model itself; those that do not fit the schema fail inside the call, after preToolCall',
  ),
  ...unmediatedRows(UNMEDIATED),
  ...rows(
    'hosted tool',
    'observed',
    OBSERVED_TOOL,
    'taken from the request when preToolCall does not simply allow it; what ran at the provider is only reported',
  ),
];

/** The verbs that runs on this path can carry out, for `ctx.can`. */
export function canOf(path: string): NonNullable<ChatOptions['can']> {
  return canOn(PATHS, path);
}
