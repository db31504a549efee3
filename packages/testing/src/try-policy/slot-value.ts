import type { AnyVerdict, Dict, EventName, PayloadOf, SlotValueOf } from '@interpose/core';

/** The payload key that `modify` replaces, by event. */
const slots: Readonly<Partial<Record<EventName, string>>> = {
  onTrigger: 'trigger',
  onUserMessage: 'message',
  onSystemMessage: 'message',
  preRequest: 'request',
  onResponseDelta: 'delta',
  onResponse: 'response',
  onRequestError: 'error',
  preToolCall: 'call',
  onToolCallResult: 'result',
  onToolCallError: 'error',
  preKnowledgeQuery: 'query',
  onKnowledgeRetrieved: 'results',
  onMemoryRetrieved: 'memory',
  preMemoryStore: 'memory',
  preMcpMessage: 'message',
  onMcpMessage: 'message',
  preA2aMessage: 'message',
  onA2aMessage: 'message',
  preDelegate: 'task',
  onDelegateResult: 'result',
  preCompact: 'messages',
  onAgentResponse: 'message',
};

/**
 * Returns the value that the step would get: the changed one, else the given one; undefined if the event has no slot.
 *
 * @example
 * const call = { id: '1', name: 'exec', args: {} };
 * slotValue('preToolCall', completePayload('preToolCall', { call }), { decision: 'allow' }); // => call
 */
export function slotValue<E extends EventName>(
  event: E,
  payload: PayloadOf<E>,
  verdict: AnyVerdict,
): SlotValueOf<E> {
  if (verdict.decision === 'modify') return verdict.value as SlotValueOf<E>;
  const slot = slots[event];
  return (slot === undefined ? undefined : (payload as Dict)[slot]) as SlotValueOf<E>;
}
