import type { Context, Dict, Failure, Message, ModelResponse, Part } from '@interpose/core';

import type { IdNames } from './id-names.ts';

/** Returns the values that every framework reports alike, without those that only one host has. */
export function describeEvent(ctx: Context, calls: IdNames): Dict {
  switch (ctx.event) {
    case 'preRequest':
      return {
        roles: ctx.request.messages.map(({ role }) => role),
        tools: (ctx.request.tools ?? []).map(({ name }) => name).toSorted(),
      };
    case 'onResponse':
      return describeResponse(ctx.response, calls);
    case 'onRequestError':
      return { error: describeError(ctx.error) };
    case 'preToolCall':
      return { tool: ctx.call.name, args: ctx.call.args };
    case 'onToolCallResult':
      return { tool: ctx.call.name, result: ctx.result };
    case 'onToolCallError':
      return { tool: ctx.call.name, cause: ctx.cause, error: describeError(ctx.error) };
    case 'onUserMessage':
    case 'onSystemMessage':
    case 'onAgentResponse':
    case 'onMessage':
      return describeMessage(ctx.message, calls);
    case 'onResponseDelta':
      return { channel: ctx.channel, delta: ctx.delta };
    default:
      return describeOther(ctx);
  }
}

function describeOther(ctx: Context): Dict {
  switch (ctx.event) {
    case 'onChatStart':
      return { messages: ctx.messages.length };
    case 'onChatDone':
      return { reason: ctx.reason };
    case 'onChatAbort':
      return {};
    case 'onChatError':
      return { error: ctx.error instanceof Error ? ctx.error.message : String(ctx.error) };
    case 'onSessionEnd':
      return { ended: ctx.ended };
    case 'preDelegate':
      return { kind: ctx.task.kind, to: ctx.task.to };
    case 'onDelegateResult':
      return { to: ctx.task.to, result: ctx.result };
    case 'onHookError':
      return { hook: ctx.hook, failedEvent: ctx.failedEvent, code: ctx.code };
    case 'onInventoryChange':
      return { change: ctx.change, kind: ctx.component.kind, name: ctx.component.name };
    default:
      return {};
  }
}

function describeMessage({ role, content }: Message, calls: IdNames): Dict {
  return { role, ...describeContent(content, calls) };
}

function describeResponse({ content }: ModelResponse, calls: IdNames): Dict {
  return describeContent(content, calls);
}

function describeContent(content: readonly Part[], calls: IdNames): Dict {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const asked = content.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ call: calls.of(part.id), tool: part.name, args: part.args }]
      : [],
  );
  const returned = content.flatMap((part) =>
    part.type === 'tool-result'
      ? [
          {
            call: calls.of(part.id),
            ...(part.error === undefined ? { result: part.result } : { error: part.error }),
          },
        ]
      : [],
  );
  return {
    ...(text === '' ? {} : { text }),
    ...(asked.length === 0 ? {} : { calls: asked }),
    ...(returned.length === 0 ? {} : { results: returned }),
  };
}

function describeError({ message }: Failure): string {
  return message;
}
