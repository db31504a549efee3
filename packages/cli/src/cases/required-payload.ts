import type { EventName } from '@interpose/core';

/** The fields that a payload must hold for each event; policies would have nothing to judge without them. */
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

/** Whether policies only observe an event and cannot decide it. Custom events may be of either kind. */
export function isOnlySeen(event: string): boolean {
  return requiredOf(event)?.length === 0;
}

/** Returns the first required field of a payload that is empty, such as `message.content`. */
export function missingIn(
  event: string,
  payload: Readonly<Record<string, unknown>>,
): string | undefined {
  return requiredOf(event)?.find((place) => {
    // A tool may return nothing, but the case has to say so.
    if (place === 'result') return !('result' in payload);
    const [key = '', field] = place.split('.');
    const whole = payload[key];
    if (isEmpty(whole)) return true;
    const value = field === undefined ? whole : fieldOf(whole, field);
    if (place === 'call.name') return typeof value !== 'string' || value === '';
    return holdsList(place) ? !Array.isArray(value) : isEmpty(value);
  });
}

/** Whether a field holds a list: text in its place makes hooks fail, which counts as a denial. */
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
