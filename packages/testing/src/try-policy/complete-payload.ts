import type { Dict, EventName, PayloadOf, Tool, ToolCall } from '@interpose/core';

type FilledIn =
  | 'tool'
  | 'originalCall'
  | 'durationMs'
  | 'synthetic'
  | 'cause'
  | 'request'
  | 'channel'
  | 'sofar'
  | 'last'
  | 'task';

type Filled<E extends EventName> = Exclude<Extract<keyof PayloadOf<E>, FilledIn>, RequiredHere<E>>;

/** The fields that are required for an event; all others are filled in. */
type RequiredHere<E extends EventName> = E extends 'preRequest'
  ? 'request'
  : E extends 'preDelegate'
    ? 'task'
    : never;

/** A payload without the usual surrounding fields: the tool of a call, the request of a response. */
export type TrialPayload<E extends EventName> = Omit<PayloadOf<E>, Filled<E>> &
  Partial<Pick<PayloadOf<E>, Filled<E>>>;

/**
 * Fills in the absent fields of a payload.
 *
 * @example
 * completePayload('preToolCall', { call: { id: '1', name: 'exec', args: {} } }).tool.name; // => 'exec'
 */
export function completePayload<E extends EventName>(
  event: E,
  payload: TrialPayload<E>,
): PayloadOf<E> {
  const given: Dict = { ...payload };
  return { ...circumstances(event, given), ...given };
}

function circumstances(event: EventName, given: Dict): Dict {
  switch (event) {
    case 'preToolCall':
      return { tool: toolOf(given) };
    case 'onToolCallResult':
      return ended(given);
    case 'onToolCallError':
      return { ...ended(given), cause: 'threw' };
    case 'onResponse':
    case 'onRequestError':
      return { request: { messages: [] }, synthetic: false };
    case 'onAgentResponse':
    case 'onKnowledgeRetrieved':
      return { synthetic: false };
    case 'onResponseDelta':
      return { channel: 'text', sofar: '', last: false };
    case 'onDelegateResult':
      return {
        task: { kind: 'subagent', to: 'agent', input: '' },
        durationMs: 0,
        synthetic: false,
      };
    case 'onChatDone':
    case 'onChatAbort':
    case 'onChatError':
    case 'onSessionEnd':
      return { durationMs: 0 };
    default:
      return {};
  }
}

function ended(given: Dict): Dict {
  return { tool: toolOf(given), originalCall: given['call'], durationMs: 0, synthetic: false };
}

function toolOf({ call }: Dict): Tool {
  const { name } = call as ToolCall;
  return { name, origin: 'local', known: true, enabled: true };
}
