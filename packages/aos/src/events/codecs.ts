import type { Dict } from '@interpose/core';

import { dictAt, isDict } from '../wire/is-dict.ts';
import { a2aMethod } from '../wire/methods.ts';
import { a2aInbound, a2aOutbound, sidesOf } from './components/a2a-events.ts';
import type { Codec } from './codec.ts';
import { knowledgeEvent } from './components/knowledge-event.ts';
import { isMcpInbound, mcpInbound, mcpOutbound } from './components/mcp-events.ts';
import { memoryRetrieved, memoryStored } from './components/memory-events.ts';
import { agentMessage, systemMessage, userMessage } from './message-events.ts';
import { toolCallEvent } from './tool-call-event.ts';
import { toolErrorEvent, toolResultEvent } from './tool-result-events.ts';
import { triggerEvent } from './trigger-event.ts';

/**
 * An event of the contract that AOS 0.1 knows.
 *
 * @example
 * const event: AosEvent = 'preToolCall';
 */
export type AosEvent =
  | 'onTrigger'
  | 'onUserMessage'
  | 'onSystemMessage'
  | 'onAgentResponse'
  | 'preToolCall'
  | 'onToolCallResult'
  | 'onToolCallError'
  | 'onMemoryRetrieved'
  | 'preMemoryStore'
  | 'onKnowledgeRetrieved'
  | 'preMcpMessage'
  | 'onMcpMessage'
  | 'preA2aMessage'
  | 'onA2aMessage';

/** The codec of each event. */
export const CODECS: Readonly<Record<AosEvent, Codec>> = {
  onTrigger: triggerEvent,
  onUserMessage: userMessage,
  onSystemMessage: systemMessage,
  onAgentResponse: agentMessage,
  preToolCall: toolCallEvent,
  onToolCallResult: toolResultEvent,
  onToolCallError: toolErrorEvent,
  onMemoryRetrieved: memoryRetrieved,
  preMemoryStore: memoryStored,
  onKnowledgeRetrieved: knowledgeEvent,
  preMcpMessage: mcpOutbound,
  onMcpMessage: mcpInbound,
  preA2aMessage: a2aOutbound,
  onA2aMessage: a2aInbound,
};

/**
 * Every event that AOS 0.1 knows.
 *
 * @example
 * aosEvents.includes('preToolCall'); // => true
 */
export const aosEvents: readonly AosEvent[] = Object.keys(CODECS) as AosEvent[];

/** Whether an event reports something that has happened; its hooks run from the highest priority down. */
export function isAfterEvent(event: AosEvent): boolean {
  return AFTER.has(event);
}

const AFTER: ReadonlySet<AosEvent> = new Set<AosEvent>([
  'onAgentResponse',
  'onToolCallResult',
  'onToolCallError',
  'onMemoryRetrieved',
  'onKnowledgeRetrieved',
  'onMcpMessage',
  'onA2aMessage',
]);

const BY_METHOD: Readonly<Record<string, Codec | ((params: Dict) => Codec)>> = {
  'steps/agentTrigger': triggerEvent,
  'steps/message': (params) => {
    const { role } = dictAt(params, 'message');
    return role === 'user' ? userMessage : role === 'agent' ? agentMessage : systemMessage;
  },
  'steps/toolCallRequest': toolCallEvent,
  'steps/toolCallResult': (params) => {
    const result = dictAt(dictAt(params, 'toolCallResult'), 'result');
    return result['isError'] === true ? toolErrorEvent : toolResultEvent;
  },
  'steps/memoryContextRetrieval': memoryRetrieved,
  'steps/memoryStore': memoryStored,
  'steps/knowledgeRetrieval': knowledgeEvent,
  'protocols/MCP': (params) => (isMcpInbound(params) ? mcpInbound : mcpOutbound),
};

/** Returns the codec of a valid request; undefined if the side of the sender is unknown. */
export function codecOf(method: string, params: Dict): Codec | undefined {
  if (a2aMethod(method) === method) {
    const { way } = sidesOf(params);
    if (way === undefined) return undefined;
    return way === 'inbound' ? a2aInbound : a2aOutbound;
  }
  const found = Object.hasOwn(BY_METHOD, method) ? BY_METHOD[method] : undefined;
  return typeof found === 'function' ? found(params) : found;
}

/** Returns the facts that our own client sends beside the fields of AOS. */
export function hintsIn(params: Dict): Dict {
  const context = params['context'];
  return isDict(context) ? dictAt(context, 'interpose') : {};
}
