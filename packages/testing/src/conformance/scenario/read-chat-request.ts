import type { Dict, Trace } from '@interpose/core';

import type { ScriptedRequest } from '../../scripted-model/index.ts';
import type { SeenMessage, SeenRequest } from './seen-request.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/**
 * Reads a chat-completions request (OpenAI API, `POST /chat/completions`) into the form common to all frameworks.
 *
 * @example
 * const requests = chat.requests.map(({ body, headers }) => readChatRequest('main', body, headers));
 */
export function readChatRequest(
  agent: string,
  body: unknown,
  headers: ScriptedRequest['headers'] = {},
): SeenRequest {
  const { messages, tools, stream, model } = body as {
    readonly model?: string;
    readonly messages: readonly WireMessage[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly stream?: boolean;
  };
  const isSystem = ({ role }: WireMessage): boolean => role === 'system' || role === 'developer';
  return {
    agent,
    ...(model === undefined ? {} : { model }),
    streamed: stream === true,
    instructions: messages.filter(isSystem).map(({ content }) => textOf(content)),
    messages: messages.filter((message) => !isSystem(message)).map(toSeenMessage),
    tools: (tools ?? []).map((tool) => tool.function.name),
    ...traceOf(headers),
  };
}

/** Reads the trace from the headers `traceparent` and `tracestate` (W3C Trace Context, Level 1). */
function traceOf({ traceparent, tracestate }: ScriptedRequest['headers']): { trace?: Trace } {
  if (typeof traceparent !== 'string') return {};
  return { trace: { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) } };
}

function toSeenMessage({
  role,
  content,
  tool_call_id: callId,
  tool_calls: calls = [],
}: WireMessage): SeenMessage {
  if (role === 'tool') return { role, callId: callId ?? '', text: textOf(content) };
  if (role === 'user') return { role, text: textOf(content) };
  const asked = calls.map(({ id, function: { name, arguments: args } }) => ({
    id,
    name,
    args: argsOf(args),
  }));
  return { role: 'assistant', text: textOf(content), calls: asked };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map(({ text = '', refusal = '' }: { text?: string; refusal?: string }) => text + refusal)
    .join('');
}

function argsOf(text: string): Dict {
  try {
    return JSON.parse(text) as Dict;
  } catch {
    return { input: text };
  }
}
