import type { Dict, Host, ModelRequest } from '@interpose/core';

import { isRecord } from '../shared/values/is-record.ts';

/** Names under which hosts refer to a conversation that the provider keeps. */
const KEPT_ELSEWHERE: ReadonlySet<string> = new Set([
  'conversation',
  'conversationId',
  'conversation_id',
  'previousResponseId',
  'previous_response_id',
]);

/** True when the model reads more than the request holds, so that equal requests may have different answers. */
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
 * What decides the answer and only the host's own request holds: how the provider's own tools are set up, in
 * the openai client who speaks and how images are read, in the OpenAI Agents SDK what it keeps beside its settings.
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

/** The tools that run at the provider, as the host passes them on: whole, since not every adapter tells what is set for them. */
function providerTools(native: unknown): readonly Dict[] {
  const { tools } = Object(native) as Dict;
  return (Array.isArray(tools) ? tools : []).filter(
    (tool: unknown): tool is Dict =>
      isRecord(tool) && typeof tool['type'] === 'string' && tool['type'] !== 'function',
  );
}

/** Of each message who speaks, where it says so, and in what detail its images are read. */
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
