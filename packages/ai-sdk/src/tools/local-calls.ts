import type { ModelResponse, Part, ToolCall } from '@interpose/core';
import { blockOrigins, contentOrigins } from '../translate/origins.ts';

/** The finish reasons after which the AI SDK executes tools. */
const EXECUTING: ReadonlySet<string | undefined> = new Set(['stop', 'tool-calls', undefined]);

/** The calls of a response that the app executes: none after an unsafe finish, none that the provider ran. */
export function localCalls(response: ModelResponse): readonly ToolCall[] {
  if (!EXECUTING.has(response.finishReason)) return [];
  return response.content.flatMap((part) =>
    part.type === 'tool-call' && !ranAtProvider(part)
      ? [{ id: part.id, name: part.name, args: part.args }]
      : [],
  );
}

/** True for a part of a response about a call that the provider executes itself. */
function ranAtProvider(part: Part): boolean {
  const native = contentOrigins.of(part) ?? blockOrigins.of(part)?.at(-1);
  return native !== undefined && 'providerExecuted' in native && native.providerExecuted;
}
