import type { Context, Message, ModelResponse, Part } from '@interpose/core';
import { counted } from '../../terminal/counted.ts';
import { cut } from '../../terminal/cut.ts';

const longest = 240;

/** What one event is about, in one line of at most 240 characters. */
export function describeEvent(context: Context): string {
  return cut(
    describe(context)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    longest,
  );
}

function describe(context: Context): string {
  switch (context.event) {
    case 'onUserMessage':
    case 'onSystemMessage':
    case 'onAgentResponse':
      return describeContent(context.message);
    case 'onMessage':
      return `${context.message.role}: ${describeContent(context.message)}`;
    case 'preRequest':
      return `${context.request.model ?? 'the model'} gets ${counted(context.request.messages.length, 'message')}`;
    case 'onResponse':
      return describeContent(context.response);
    case 'onResponseDelta':
      return JSON.stringify(context.delta);
    case 'preToolCall':
      return `${context.call.name}(${JSON.stringify(context.call.args)})`;
    case 'onToolCallResult':
      return `${context.call.name} → ${JSON.stringify(context.result)}`;
    case 'onToolCallError':
      return `${context.call.name} failed, ${context.cause}: ${context.error.message}`;
    default:
      return describeRest(context);
  }
}

function describeRest(context: Context): string {
  switch (context.event) {
    case 'onRequestError':
      return context.error.message;
    case 'onChatDone':
      return context.reason;
    case 'onChatAbort':
      return messageOf(context.reason);
    case 'onChatError':
      return messageOf(context.error);
    case 'onInventoryChange':
      return `${context.change} ${context.component.kind} ${context.component.name}`;
    case 'onHookError':
      return `${context.hook} at ${context.failedEvent}: ${messageOf(context.error)}`;
    case 'onDecision':
      return `at ${context.record.event}, monitored only`;
    default:
      return '';
  }
}

function describeContent({ content }: Message | ModelResponse): string {
  const parts = content.map(describePart).filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join(' + ');
}

function describePart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text === '' ? '' : JSON.stringify(part.text);
    case 'tool-call':
      return `calls ${part.name}`;
    case 'tool-result':
      return `${part.name} ${part.error === undefined ? 'answered' : 'failed'}`;
    default:
      return `(${part.type})`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
