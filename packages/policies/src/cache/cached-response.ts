import type { ModelRequest, ModelResponse, Part } from '@interpose/core';

/** Whether a request asks for the same answer every time: its temperature is 0. */
export function isDeterministic({ settings }: ModelRequest): boolean {
  return settings?.['temperature'] === 0;
}

/** Returns the parts of a request that decide its answer. */
export function askedOf({ model, instructions, messages, tools, settings }: ModelRequest): unknown {
  return {
    model,
    instructions,
    tools,
    settings,
    // The id of a message is left out: the model does not get it, and it differs in every run.
    messages: messages.map(({ role, content, metadata }) => ({ role, content, metadata })),
  };
}

/** Returns the part of a response to keep: no usage, no reasoning; undefined when the response is not complete. */
export function keptOf({ content, finishReason }: ModelResponse): ModelResponse | undefined {
  if (finishReason !== 'stop' && finishReason !== 'tool-calls') return undefined;
  if (!content.every(({ type }) => KEPT.has(type) || type === 'reasoning')) return undefined;
  const kept = content.filter(({ type }) => type !== 'reasoning');
  return kept.length === 0 ? undefined : { content: kept, finishReason };
}

/** Returns a kept answer as a response; undefined when it is not a complete response. */
export function responseIn(answer: unknown): ModelResponse | undefined {
  const { content, finishReason } = Object(answer) as Readonly<Record<string, unknown>>;
  const complete = finishReason === 'stop' || finishReason === 'tool-calls';
  if (!complete || !Array.isArray(content) || !content.every((part) => isPart(part)))
    return undefined;
  return { content, finishReason };
}

/** The kinds of parts to keep. A tool result in a response is the provider's own, and other kinds are not seen here. */
const KEPT: ReadonlySet<unknown> = new Set(['text', 'tool-call', 'data', 'file']);

function isPart(part: unknown): part is Part {
  const { type, text } = Object(part) as Readonly<Record<string, unknown>>;
  return KEPT.has(type) && (type !== 'text' || typeof text === 'string');
}
