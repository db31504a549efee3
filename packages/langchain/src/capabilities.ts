import {
  CHANGE,
  CHAT,
  DELEGATION,
  DELTAS,
  GATE,
  MODEL,
  NOTHING,
  TOOL,
  canOn,
  enforcedRows,
  rows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';

const KNOWLEDGE: Claims = { preKnowledgeQuery: GATE, onKnowledgeRetrieved: CHANGE };
const MEMORY: Claims = { onMemoryRetrieved: CHANGE, preMemoryStore: CHANGE };
const AGENT: Claims = { ...CHAT, ...MODEL, ...TOOL, ...DELEGATION };

/** The functions and targets through which a chat runs, and what each can carry out. */
const PATHS: Readonly<Record<string, Claims>> = {
  'agent.invoke': AGENT,
  'agent.stream': { ...AGENT, ...DELTAS },
  'agent.streamEvents': { ...AGENT, ...DELTAS },
  'agent in a tool': { ...AGENT, ...DELTAS },
  'model.invoke': { ...CHAT, ...MODEL },
  'model.stream': { ...CHAT, ...MODEL, ...DELTAS },
  'tool.invoke': { ...CHAT, ...TOOL, onMessage: NOTHING },
  hooksMiddleware: { ...CHAT, ...MODEL, ...TOOL, ...DELTAS },
  ToolNode: { ...CHAT, ...TOOL, onMessage: NOTHING },
  retriever: { ...CHAT, ...KNOWLEDGE },
  'vector store': { ...CHAT, ...KNOWLEDGE, preMemoryStore: CHANGE },
  BaseStore: { ...CHAT, ...MEMORY },
  checkpointer: MEMORY,
  'chat message history': { ...CHAT, ...MEMORY },
};

/** Every path of LangChain and LangGraph through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows(
    'unknown or invalid tool call',
    'enforced',
    { onToolCallError: ['allow', 'deny', 'modify', 'ask'] },
    'no preToolCall; the tool node keeps its own text in the state of the graph',
  ),
  ...rows(
    'agent.stream in a tool',
    'unmediated',
    { preDelegate: NOTHING, onDelegateResult: NOTHING },
    'the tool reads the stream itself; invoke answers as a whole',
  ),
  ...rows(
    'model in a compiled graph',
    'observed',
    { preRequest: NOTHING, onResponse: NOTHING },
    'a graph keeps its model to itself: one that is not hooked is refused where hooks listen to models',
  ),
  ...rows('remote graph', 'enforced', { ...CHAT, ...DELEGATION }),
  ...rows(
    'remote graph',
    'unmediated',
    Object.fromEntries(
      Object.keys({ ...MODEL, ...TOOL, ...DELTAS }).map((event) => [event, NOTHING]),
    ),
    'its models and tools run on the server: hook them there',
  ),
  ...rows(
    'unknown tool before langchain 1.2.13',
    'unmediated',
    { onToolCallError: NOTHING },
    'the tool node throws and the run ends with that error',
  ),
  ...rows(
    'sub-agent beside hooksMiddleware',
    'unmediated',
    { preRequest: NOTHING, preToolCall: NOTHING },
    'sub-agents do not inherit middleware; wrap the factory with withHooks',
  ),
  ...rows(
    'model that a middleware keeps',
    'unmediated',
    { preRequest: NOTHING, onResponse: NOTHING, preCompact: NOTHING },
    'a summary, a choice of tools or an emulation asks a model of its own: hook that model with withHooks',
  ),
  ...rows(
    'call that a middleware answers',
    'unmediated',
    { preToolCall: NOTHING, onToolCallResult: NOTHING },
    'the hooks stand around the tool, which does not run; preRequest sees the answer in the next request',
  ),
  ...rows(
    'keywords of a query',
    'observed',
    { preKnowledgeQuery: NOTHING },
    'a retriever is asked with one text: keywords follow it',
  ),
  ...rows(
    'provider-executed tool',
    'observed',
    { preToolCall: NOTHING },
    'taken from the request when preToolCall does not simply allow it',
  ),
  ...rows(
    'provider-executed tool',
    'unmediated',
    { onToolCallResult: NOTHING, onToolCallError: NOTHING },
    'what the provider ran is part of the answer, which passes onResponse',
  ),
];

/** The verbs that calls of this path can carry out, for `ctx.can`. */
export function canOf(path: string): NonNullable<ChatOptions['can']> {
  return canOn(PATHS, path);
}
