import {
  canOn,
  CHANGE,
  CHAT,
  DELEGATION,
  DELTAS,
  enforcedRows,
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

const AGENT: Claims = { ...CHAT, ...MODEL, ...TOOL };
const EMBEDDING: Claims = { ...CHAT, preRequest: CHANGE };

/** The functions and targets that run a chat, and what hooks can carry out in each. */
const PATHS: Readonly<Record<string, Claims>> = {
  'ToolLoopAgent.generate': AGENT,
  'ToolLoopAgent.stream': { ...AGENT, ...DELTAS },
  generateText: AGENT,
  streamText: { ...AGENT, ...DELTAS },
  experimental_streamTextLowMemory: { ...AGENT, ...DELTAS },
  generateObject: { ...CHAT, ...MODEL },
  streamObject: { ...CHAT, ...MODEL, ...DELTAS },
  'model.doGenerate': { ...CHAT, ...MODEL },
  'model.doStream': { ...CHAT, ...MODEL, ...DELTAS },
  experimental_streamLanguageModelCall: { ...CHAT, ...MODEL, ...DELTAS },
  'tool.execute': { ...CHAT, ...TOOL, onMessage: NOTHING },
  embed: EMBEDDING,
  embedMany: EMBEDDING,
};

/** The coverage of the AI SDK: one row for each path and event, with how far hooks are enforced there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows('agentTool', 'enforced', DELEGATION),
  ...rows(
    'agent.generate in a tool',
    'enforced',
    { preDelegate: CHANGE, onDelegateResult: ['allow', 'deny', 'ask', 'retry'] },
    'the tool reads the whole result, so one that hooks change or supply is withheld; use agentTool to pass it on',
  ),
  ...rows('agent.stream in a tool', 'enforced', { preDelegate: CHANGE }),
  ...rows(
    'unknown or invalid tool call',
    'enforced',
    { onToolCallError: ['allow', 'deny', 'modify', 'ask'] },
    'preToolCall does not fire; the SDK keeps its own text in the result of the step',
  ),
  ...rows(
    'provider-executed tool',
    'observed',
    OBSERVED_TOOL,
    'removed from the request unless preToolCall allows it as it is; hooks are only told what ran at the provider',
  ),
  ...rows(
    'client-side tool',
    'observed',
    OBSERVED_TOOL,
    'v7 tells the client of a denial, v6 cannot; hooks see the result as a message of the next call',
  ),
  ...rows(
    'required tool choice in generateText of v6',
    'observed',
    { preRequest: NOTHING, onResponse: NOTHING },
    'the denial works, but from 6.0.261 the SDK refuses an answer without a tool call, so the caller gets a DeniedError',
  ),
  ...unmediatedRows(UNMEDIATED),
];

/** Returns the verbs that hooks can use in calls on this path, for `ctx.can`. */
export const canOf: ReturnType<typeof canOn> = canOn(PATHS);
