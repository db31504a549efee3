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
  unmediatedRows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { UNMEDIATED } from './coverage/declared.ts';

const KNOWLEDGE: Claims = { preKnowledgeQuery: GATE, onKnowledgeRetrieved: CHANGE };
const MEMORY: Claims = { onMemoryRetrieved: CHANGE, preMemoryStore: CHANGE };
const AGENT: Claims = { ...CHAT, ...MODEL, ...TOOL, ...DELEGATION };

/** The ways into a chat (functions and targets), and the verbs that hooks can carry out on each of them. */
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

/** The capability table of LangChain and LangGraph: every path and every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...rows(
    'unknown or invalid tool call',
    'enforced',
    { onToolCallError: ['allow', 'deny', 'modify', 'ask'] },
    'preToolCall does not fire; the tool node keeps its own text in the state of the graph',
  ),
  ...rows(
    'model in a compiled graph',
    'observed',
    { preRequest: NOTHING, onResponse: NOTHING },
    'hooks cannot reach it; if they judge models, an unhooked one is refused; if they only observe them, it is reported once',
  ),
  ...rows(
    'call that a middleware answers',
    'enforced',
    TOOL,
    'the middleware has answered by then, and is asked again if hooks change the arguments',
  ),
  ...rows(
    'answer that a middleware gives',
    'enforced',
    { onAgentResponse: ['allow', 'deny', 'modify'] },
    'hooks see one given before, after or instead of the model, not one edited in place',
  ),
  ...rows('remote graph', 'enforced', { ...CHAT, ...DELEGATION }),
  ...rows(
    'keywords of a query',
    'observed',
    { preKnowledgeQuery: NOTHING },
    'a retriever takes one text; keywords are added to it',
  ),
  ...unmediatedRows(UNMEDIATED),
  ...rows(
    'provider-executed tool',
    'observed',
    { preToolCall: NOTHING },
    'removed from the request unless preToolCall allows it as it is',
  ),
];

/** Returns the verbs that calls of this path can carry out; `ctx.can` reads them. */
export const canOf: ReturnType<typeof canOn> = canOn(PATHS);
