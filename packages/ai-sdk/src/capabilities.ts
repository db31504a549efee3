import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';

type Claims = Partial<Record<EventName, readonly Verb[]>>;

const GATE: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask'];
const AFTER: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];
const CHANGE: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];
const ADMIT: readonly Verb[] = ['allow', 'deny'];
const NOTHING: readonly Verb[] = [];

const CHAT: Claims = {
  onSessionStart: NOTHING,
  onSessionEnd: NOTHING,
  onChatStart: NOTHING,
  onChatDone: NOTHING,
  onChatAbort: NOTHING,
  onChatError: NOTHING,
};

const MODEL: Claims = {
  onUserMessage: GATE,
  onSystemMessage: CHANGE,
  preRequest: GATE,
  onResponse: AFTER,
  onRequestError: AFTER,
  onAgentResponse: ['allow', 'deny', 'modify', 'ask', 'retry'],
  onMessage: NOTHING,
  onInventoryChange: ADMIT,
};

const TOOL: Claims = { preToolCall: GATE, onToolCallResult: AFTER, onToolCallError: AFTER };
const DELTAS: Claims = { onResponseDelta: ['allow', 'deny', 'modify'] };
const AGENT: Claims = { ...CHAT, ...MODEL, ...TOOL };
const EMBEDDING: Claims = { ...CHAT, preRequest: CHANGE };

/** The functions and targets through which a chat runs, and what each can carry out. */
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
  'tool.execute': { ...CHAT, ...TOOL, onMessage: NOTHING },
  embed: EMBEDDING,
  embedMany: EMBEDDING,
};

const DELEGATION: Claims = { preDelegate: GATE, onDelegateResult: AFTER };

const OBSERVED_TOOL: Claims = {
  preToolCall: NOTHING,
  onToolCallResult: NOTHING,
  onToolCallError: NOTHING,
};

const IMAGE_AND_SPEECH = [
  'generateImage',
  'experimental_generateImage',
  'experimental_generateVideo',
  'experimental_startVideo',
  'generateSpeech',
  'experimental_generateSpeech',
  'experimental_streamSpeech',
  'transcribe',
  'experimental_transcribe',
  'experimental_streamTranscribe',
  'experimental_streamTranslate',
  'rerank',
  'experimental_decide',
  'experimental_evaluate',
  'experimental_extract',
  'experimental_startBatch',
  'experimental_startTextBatch',
  'experimental_getBatchStatus',
  'experimental_getBatchResults',
] as const;

/** Every path of the AI SDK through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = [
  ...Object.entries(PATHS).flatMap(([path, claims]) => rows(path, 'enforced', claims)),
  ...rows('agentTool', 'enforced', DELEGATION),
  ...rows(
    'agent.generate in a tool',
    'enforced',
    { preDelegate: CHANGE, onDelegateResult: ['allow', 'deny', 'ask', 'retry'] },
    'the tool reads the whole result, so a changed or supplied one is withheld; agentTool can carry it',
  ),
  ...rows('agent.stream in a tool', 'enforced', { preDelegate: CHANGE }),
  ...rows(
    'agent.stream in a tool',
    'unmediated',
    { onDelegateResult: NOTHING },
    'the tool reads the stream itself; agentTool answers as a whole',
  ),
  ...rows(
    'unknown or invalid tool call',
    'enforced',
    { onToolCallError: ['allow', 'deny', 'modify', 'ask'] },
    'no preToolCall; the SDK keeps its own text in the result of the step',
  ),
  ...rows(
    'provider-executed tool',
    'observed',
    OBSERVED_TOOL,
    'taken from the request when preToolCall does not simply allow it; what ran at the provider is only reported',
  ),
  ...rows(
    'client-side tool',
    'observed',
    OBSERVED_TOOL,
    'v7 tells the client of a denial, v6 cannot; the result comes back as a message of the next call',
  ),
  ...rows(
    'required tool choice in generateText of v6',
    'observed',
    { preRequest: NOTHING, onResponse: NOTHING },
    'the denial holds; from 6.0.261 the SDK takes no answer without a call, so the caller gets a DeniedError',
  ),
  ...IMAGE_AND_SPEECH.flatMap((path) =>
    rows(path, 'unmediated', { preRequest: NOTHING }, 'no language or embedding model'),
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
