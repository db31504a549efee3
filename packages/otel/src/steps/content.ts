import type { Message, Part } from '@interpose/core';

/** Returns a redacted value as JSON; undefined if that fails, so that nothing leaves unredacted. */
export function redacted(value: unknown, redact: (value: unknown) => unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    const shown = redact(value);
    if (isPromise(shown)) {
      // A span does not wait, and a rejection that nobody handles ends the process.
      shown.then(undefined, () => undefined);
      return undefined;
    }
    return JSON.stringify(shown);
  } catch {
    return undefined;
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

/** Returns messages in the conventions' JSON schema of `gen_ai.input.messages` and `gen_ai.output.messages`. */
export function toMessages(messages: readonly Message[]): readonly unknown[] {
  return messages.map(({ role, content }) => ({ role, parts: content.map(toPart) }));
}

function toPart(part: Part): unknown {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.id, name: part.name, arguments: part.args };
    case 'tool-result':
      return { type: 'tool_call_response', id: part.id, response: part.error ?? part.result };
    case 'file':
      return { type: 'file', mime_type: part.mediaType, file_name: part.name };
    case 'data':
      return { type: 'data', content: part.data };
    default:
      return { type: part.kind };
  }
}
