import type { Host, ModelRequest } from '@interpose/core';

/** Names under which hosts refer to a conversation that the provider keeps. */
const KEPT_ELSEWHERE: ReadonlySet<string> = new Set([
  'conversation',
  'conversationId',
  'conversation_id',
  'previousResponseId',
  'previous_response_id',
]);

/** True when the model reads more than the request holds, so that equal requests may have different answers. */
export function readsMore({ settings, messages }: ModelRequest, { native }: Host): boolean {
  const unseen = messages.some(({ content }) => content.some(({ type }) => type === 'other'));
  return unseen || refersElsewhere(settings, 3) || refersElsewhere(native, 1);
}

/** What decides the answer and only the host's own request holds: the OpenAI Agents SDK keeps it beside its settings. */
export function besideRequest({ framework, native }: Host): unknown {
  if (framework !== 'openai-agents') return null;
  const { outputType, prompt, handoffs } = Object(native) as Readonly<Record<string, unknown>>;
  const names = Array.isArray(handoffs)
    ? handoffs.map((each) => (Object(each) as { readonly toolName?: unknown }).toolName ?? null)
    : null;
  return [outputType ?? null, prompt ?? null, names];
}

function refersElsewhere(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(([name, member]) => {
    if (KEPT_ELSEWHERE.has(name) && member !== undefined && member !== null) return true;
    return refersElsewhere(member, depth - 1);
  });
}
