import type { EventName } from '../../contract/events/event-map.ts';

/** The events whose hooks see a model's response, or what it was thinking. */
export const RESPONSE_READERS: readonly EventName[] = [
  'onResponse',
  'onAgentResponse',
  'onMessage',
  'onChatDone',
  'preToolCall',
];
