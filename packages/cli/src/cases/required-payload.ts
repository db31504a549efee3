import type { EventName } from '@interpose/core';

/** What the payload of an event has to hold, so that there is something to judge; nothing is judged where it is empty. */
const REQUIRED: Readonly<Record<EventName, readonly string[]>> = {
  onTrigger: ['trigger.content'],
  onUserMessage: ['message.content'],
  onSystemMessage: ['message.content'],
  preRequest: ['request.messages'],
  onResponseDelta: ['delta'],
  onResponse: ['response.content'],
  onRequestError: ['error'],
  preToolCall: ['call.name'],
  onToolCallResult: ['call.name', 'result'],
  onToolCallError: ['call.name', 'error'],
  preKnowledgeQuery: ['query.text'],
  onKnowledgeRetrieved: ['results'],
  onMemoryRetrieved: ['memory'],
  preMemoryStore: ['memory'],
  preMcpMessage: ['message'],
  onMcpMessage: ['message'],
  preA2aMessage: ['message'],
  onA2aMessage: ['message'],
  preDelegate: ['task.to'],
  onDelegateResult: ['result'],
  preCompact: ['messages'],
  onAgentResponse: ['message.content'],
  onInventoryChange: ['change', 'component.name'],
  onSessionStart: [],
  onSessionEnd: [],
  onChatStart: [],
  onMessage: [],
  onChatDone: [],
  onChatAbort: [],
  onChatError: [],
  onScopeRegister: [],
  onScopeUnregister: [],
  onDecision: [],
  onHookError: [],
};

/** True for an event that policies only see: none decides there. Custom events may be of either kind. */
export function isOnlySeen(event: string): boolean {
  return requiredOf(event)?.length === 0;
}

/** The first place of a payload that is empty and must not be, such as `message.content`. */
export function missingIn(
  event: string,
  payload: Readonly<Record<string, unknown>>,
): string | undefined {
  return requiredOf(event)?.find((place) => {
    // A tool may give nothing, but a case has to say so.
    if (place === 'result') return !('result' in payload);
    const [key = '', field] = place.split('.');
    const whole = payload[key];
    if (isEmpty(whole)) return true;
    const value = field === undefined ? whole : fieldOf(whole, field);
    if (place === 'call.name') return typeof value !== 'string' || value === '';
    return holdsList(place) ? !Array.isArray(value) : isEmpty(value);
  });
}

/** True for a place that holds a list: hooks would fail at a text that stands there, and that counts as a denial. */
export function holdsList(place: string): boolean {
  return /(?:content|messages|results|memory)$/.test(place);
}

function requiredOf(event: string): readonly string[] | undefined {
  return Object.hasOwn(REQUIRED, event) ? REQUIRED[event as EventName] : undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[field];
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null;
  return !Array.isArray(value) && Object.keys(value).length === 0;
}
