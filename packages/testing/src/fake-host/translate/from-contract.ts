import {
  textOf,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Part,
  type ToolSpec,
} from '@interpose/core';

import type {
  FakeAnswer,
  FakeCall,
  FakeMessage,
  FakeOffer,
  FakeRequest,
  FakeStop,
} from './fake-values.ts';
import type { Origins } from './origins.ts';

/** Converts a changed request to a fake one; unchanged messages and offers are the native objects. */
export function fromRequest(request: ModelRequest, origins: Origins): FakeRequest {
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.instructions === undefined ? {} : { prompt: request.instructions }),
    history: request.messages.flatMap((message) => fromMessage(message, origins)),
    offers: (request.tools ?? []).map((tool) => origins.native<FakeOffer>(tool) ?? fromSpec(tool)),
  };
}

/** Converts a message to fake messages; an unchanged message gives the native one. */
export function fromMessage(message: Message, origins: Origins): readonly FakeMessage[] {
  const native = origins.native<FakeMessage>(message);
  if (native !== undefined) return [native];
  if (message.role === 'assistant') return [{ by: 'model', ...spoken(message.content) }];
  if (message.role === 'tool') return message.content.flatMap(fromToolResult);
  return [{ by: message.role, said: textOf(message) }];
}

/** Converts a changed or supplied response to a fake answer. */
export function fromResponse(response: ModelResponse, origins: Origins): FakeAnswer {
  const native = origins.native<FakeAnswer>(response);
  if (native !== undefined) return native;
  const answer = spoken(response.content);
  return {
    ...answer,
    stop: stops[response.finishReason ?? ''] ?? (answer.calls.length > 0 ? 'calls' : 'end'),
  };
}

const stops: Readonly<Record<string, FakeStop>> = {
  stop: 'end',
  'tool-calls': 'calls',
  length: 'length',
  'content-filter': 'filtered',
};

function spoken(content: readonly Part[]): Omit<FakeAnswer, 'stop'> {
  const thought = content
    .flatMap((part) => (part.type === 'reasoning' ? [part.text] : []))
    .join('');
  return {
    said: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    ...(thought === '' ? {} : { thought }),
    calls: content.flatMap((part) => (part.type === 'tool-call' ? [fromCall(part, content)] : [])),
  };
}

function fromCall(part: Extract<Part, { type: 'tool-call' }>, content: readonly Part[]): FakeCall {
  const ran = content.find((each) => each.type === 'tool-result' && each.id === part.id);
  const ranAtProvider =
    ran?.type === 'tool-result' ? { ranAtProvider: { output: ran.result } } : {};
  return { key: part.id, tool: part.name, input: JSON.stringify(part.args), ...ranAtProvider };
}

function fromToolResult(part: Part): readonly FakeMessage[] {
  if (part.type !== 'tool-result') return [];
  const outcome =
    part.error === undefined
      ? ({ kind: 'output', output: part.result } as const)
      : ({ kind: 'failure', failure: part.error } as const);
  return [{ by: 'tool', key: part.id, tool: part.name, outcome }];
}

function fromSpec({ name, description, inputSchema }: ToolSpec): FakeOffer {
  return {
    name,
    ...(description === undefined ? {} : { about: description }),
    ...(inputSchema === undefined ? {} : { schema: inputSchema }),
  };
}
