import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

const step: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask'];
const after: readonly Verb[] = [...step, 'retry'];
const change: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];

const everywhere: Readonly<Partial<Record<EventName, readonly Verb[]>>> = {
  onSessionStart: [],
  onSessionEnd: [],
  onTrigger: change,
  onChatStart: [],
  onChatDone: [],
  onChatAbort: [],
  onChatError: [],
  onUserMessage: step,
  onSystemMessage: change,
  preRequest: step,
  onResponse: after,
  onRequestError: after,
  onMessage: [],
  preToolCall: step,
  onToolCallResult: after,
  onToolCallError: after,
  preKnowledgeQuery: step,
  onKnowledgeRetrieved: change,
  onMemoryRetrieved: change,
  preMemoryStore: change,
  preMcpMessage: step,
  onMcpMessage: change,
  preA2aMessage: step,
  onA2aMessage: change,
  preDelegate: step,
  onDelegateResult: after,
  preCompact: step,
  onAgentResponse: [...change, 'retry'],
  onScopeRegister: [],
  onScopeUnregister: [],
  onInventoryChange: ['allow', 'deny'],
};

const streamed: typeof everywhere = {
  ...everywhere,
  onResponseDelta: ['allow', 'deny', 'modify'],
};

/** The capabilities of the fake host on its two paths: it mediates everything, since it was made for this. */
export const capabilities: readonly CapabilityRow[] = [
  ...rowsOf('run', everywhere),
  ...rowsOf('stream', streamed),
];

function rowsOf(path: string, events: typeof everywhere): CapabilityRow[] {
  return Object.entries(events).map(([event, verbs]) => ({
    path,
    event: event as EventName,
    status: 'enforced',
    verbs,
  }));
}
