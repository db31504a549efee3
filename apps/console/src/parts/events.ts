/** The events of the contract in words that a reviewer knows. */
const NAMES: Readonly<Record<string, string>> = {
  onTrigger: 'trigger',
  onUserMessage: 'user message',
  onSystemMessage: 'system message',
  preRequest: 'model request',
  onResponseDelta: 'model stream',
  onResponse: 'model response',
  onRequestError: 'model error',
  preToolCall: 'tool call',
  onToolCallResult: 'tool result',
  onToolCallError: 'tool error',
  preKnowledgeQuery: 'knowledge query',
  onKnowledgeRetrieved: 'knowledge found',
  onMemoryRetrieved: 'memory read',
  preMemoryStore: 'memory write',
  preMcpMessage: 'MCP message out',
  onMcpMessage: 'MCP message in',
  preA2aMessage: 'A2A message out',
  onA2aMessage: 'A2A message in',
  preDelegate: 'delegation',
  onDelegateResult: 'delegation result',
  preCompact: 'compaction',
  onAgentResponse: 'agent answer',
  onInventoryChange: 'inventory change',
};

/** An event in words; one of an app's own keeps its name. */
export function eventText(event: string): string {
  return NAMES[event] ?? event;
}
