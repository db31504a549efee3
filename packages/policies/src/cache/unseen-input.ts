import type { Dict, Host, ModelRequest } from '@interpose/core';

import { isRecord } from '../shared/values/is-record.ts';

/** The names that hosts use to refer to a conversation that the provider keeps. */
const KEPT_ELSEWHERE: ReadonlySet<string> = new Set([
  'conversation',
  'conversationId',
  'conversation_id',
  'previousResponseId',
  'previous_response_id',
]);

/** Whether the model reads more than the request holds, so that equal requests may have different answers. */
export function readsMore(
  { settings, messages, tools = [] }: ModelRequest,
  { native }: Host,
): boolean {
  const unseen = messages.some(({ content }) => content.some(({ type }) => type === 'other'));
  const providers = tools.filter(({ origin }) => origin === 'provider').length;
  if (unseen || providers > providerTools(native).length) return true;
  return refersElsewhere(settings, 3) || refersElsewhere(native, 1);
}

/**
 * Returns what decides the answer but stands only in the host's own request: settings of the provider's own tools; with
 * openai the speakers and the detail of images; with openai-agents its output type, prompt and hand-offs.
 */
export function besideRequest({ framework, native }: Host): readonly unknown[] {
  const { outputType, prompt, handoffs, messages, input } = Object(native) as Dict;
  const tools = providerTools(native);
  if (framework === 'openai') return [tools, besideMessages(messages ?? input)];
  if (framework !== 'openai-agents') return [tools];
  const names = Array.isArray(handoffs)
    ? handoffs.map((each) => (Object(each) as { readonly toolName?: unknown }).toolName ?? null)
    : null;
  return [tools, outputType ?? null, prompt ?? null, names];
}

/** Returns the provider's own tools as the host sends them: not every adapter reports their settings. */
function providerTools(native: unknown): readonly Dict[] {
  const { tools } = Object(native) as Dict;
  return (Array.isArray(tools) ? tools : []).filter(
    (tool: unknown): tool is Dict =>
      isRecord(tool) && typeof tool['type'] === 'string' && tool['type'] !== 'function',
  );
}

/** Returns, for each message, the name of its speaker (if any) and the detail in which its images are read. */
function besideMessages(messages: unknown): unknown {
  if (!Array.isArray(messages)) return null;
  return messages.map((message: unknown) => {
    const { name, content } = Object(message) as Dict;
    const parts: readonly unknown[] = Array.isArray(content) ? content : [];
    return [textOrNull(name), parts.map(detailOf)];
  });
}

function detailOf(part: unknown): unknown {
  const { detail, image_url: image } = Object(part) as Dict;
  return textOrNull(detail) ?? textOrNull((Object(image) as Dict)['detail']);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function refersElsewhere(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(([name, member]) => {
    if (KEPT_ELSEWHERE.has(name) && member !== undefined && member !== null) return true;
    return refersElsewhere(member, depth - 1);
  });
}
