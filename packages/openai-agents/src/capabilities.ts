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
import type { CapabilityRow } from '@interpose/core/adapter';
import { UNMEDIATED } from './coverage/declared.ts';

const RUN: Claims = { ...CHAT, ...MODEL, ...TOOL };

/** The ways in which a chat can run, and what hooks can carry out in each. */
const PATHS: Readonly<Record<string, Claims>> = {
  run: RUN,
  'run streamed': { ...RUN, ...DELTAS },
  'tool.invoke': { ...CHAT, ...TOOL, onMessage: NOTHING },
};

/** The coverage of the OpenAI Agents SDK: one row for each path and event, with how far hooks are enforced there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows('agent.asTool', 'enforced', DELEGATION),
  ...rows(
    'handoff',
    'enforced',
    { preDelegate: GATE },
    'a denied handoff throws if the provider keeps the conversation',
  ),
  ...['shell tool', 'apply_patch tool'].flatMap((path) => rows(path, 'enforced', TOOL)),
  ...rows(
    'computer tool',
    'enforced',
    TOOL,
    'hooks see every action and the screenshot; if one is stopped, the model gets no screenshot',
  ),
  ...rows(
    'MCP server',
    'enforced',
    { preMcpMessage: GATE, onMcpMessage: CHANGE },
    'hook a server of the SDK before it connects, itself or with its agent',
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
    'if the arguments are not JSON, the SDK tells the model; if they do not fit the schema, the call fails after preToolCall',
  ),
  ...unmediatedRows(UNMEDIATED),
  ...rows(
    'hosted tool',
    'observed',
    OBSERVED_TOOL,
    'removed from the request unless preToolCall allows it as it is; hooks are only told what ran at the provider',
  ),
];

/** Returns the verbs that hooks can use in runs on this path, for `ctx.can`. */
export const canOf: ReturnType<typeof canOn> = canOn(PATHS);
