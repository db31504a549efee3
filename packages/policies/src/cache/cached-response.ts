import type { ModelRequest, ModelResponse, Part } from '@interpose/core';

/** Whether a request asks for the same answer every time, as far as it can. */
export function isDeterministic({ settings }: ModelRequest): boolean {
  return settings?.['temperature'] === 0;
}

/** What of a request decides its answer. */
export function askedOf({ model, instructions, messages, tools, settings }: ModelRequest): unknown {
  return {
    model,
    instructions,
    tools,
    settings,
    // The id of a message is not sent to the model and is another in every run.
    messages: messages.map(({ role, content, metadata }) => ({ role, content, metadata })),
  };
}

/** What of a response is kept: the answer without its usage and reasoning; undefined for one that is not complete. */
export function keptOf({ content, finishReason }: ModelResponse): ModelResponse | undefined {
  if (finishReason !== 'stop' && finishReason !== 'tool-calls') return undefined;
  if (!content.every(({ type }) => KEPT.has(type) || type === 'reasoning')) return undefined;
  const kept = content.filter(({ type }) => type !== 'reasoning');
  return kept.length === 0 ? undefined : { content: kept, finishReason };
}

/** The response that was kept; undefined when it is none. */
export function responseIn(answer: unknown): ModelResponse | undefined {
  const { content, finishReason } = Object(answer) as Readonly<Record<string, unknown>>;
  const complete = finishReason === 'stop' || finishReason === 'tool-calls';
  if (!complete || !Array.isArray(content) || !content.every((part) => isPart(part)))
    return undefined;
  return { content, finishReason };
}

/** A tool result in a response is the provider's own doing, and another part is not seen here. */
const KEPT: ReadonlySet<unknown> = new Set(['text', 'tool-call', 'data', 'file']);

function isPart(part: unknown): part is Part {
  const { type, text } = Object(part) as Readonly<Record<string, unknown>>;
  return KEPT.has(type) && (type !== 'text' || typeof text === 'string');
}
