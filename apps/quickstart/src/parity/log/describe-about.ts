import type { Context } from '@interpose/core';

/** What tells an event from its like, in words that every framework shares. */
export function describeAbout(context: Context): string {
  switch (context.event) {
    case 'preToolCall':
    case 'onToolCallResult':
      return context.call.name;
    case 'onToolCallError':
      return `${context.call.name} ${context.cause}`;
    case 'onMessage':
      return context.message.role;
    case 'onChatDone':
      return context.reason;
    case 'onSessionEnd':
      return context.ended;
    case 'onInventoryChange':
      return `${context.change} ${context.component.kind} ${context.component.name}`;
    case 'onHookError':
      return `${context.hook} at ${context.failedEvent} [${context.code}]`;
    case 'onDecision':
      return `at ${context.record.event}`;
    default:
      return '';
  }
}
