import type { Dict, PayloadOf } from '@interpose/core';

/** A call of a local tool, with arguments that may differ from call to call. */
export function callOf(
  name: string,
  args: (index: number) => Dict,
): (index: number) => PayloadOf<'preToolCall'> {
  const tool = { name, origin: 'local', known: true, enabled: true } as const;
  return (index) => ({ call: { id: `call-${index}`, name, args: args(index) }, tool });
}

/** A request with one user message and four tools. */
export function requestOf(
  text: (index: number) => string,
): (index: number) => PayloadOf<'preRequest'> {
  const tools = ['search', 'read_page', 'refund', 'exec'].map(
    (name) => ({ name, origin: 'local' }) as const,
  );
  return (index) => ({
    request: {
      model: 'small',
      messages: [{ role: 'user', content: [{ type: 'text', text: text(index) }] }],
      tools,
    },
  });
}
