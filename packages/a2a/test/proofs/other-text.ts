import type { EventName } from '@interpose/core';

/** The same value in its slot, with another text. */
export function rewritten(ctx: object): object {
  const { message, task, result } = ctx as {
    readonly message?: object;
    readonly task?: object;
    readonly result?: unknown;
  };
  if (task !== undefined && result === undefined) return { task: { ...task, input: 'rewritten' } };
  if (result !== undefined) return { result: 'rewritten' };
  return {
    message: JSON.parse(
      JSON.stringify(message).replaceAll(/hello|the answer/g, 'rewritten'),
    ) as object,
  };
}

/** A verdict that supplies this text at this event. */
export function a2aAnswerSaying(event: EventName, text: string): (ctx: object) => object {
  if (event === 'preDelegate') return () => ({ result: text });
  if (event === 'onDelegateResult') return () => ({ error: text });
  const result = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] } };
  return (ctx) => {
    const { message } = ctx as { readonly message: { readonly id: unknown } };
    return { reply: { jsonrpc: '2.0', id: message.id, result } };
  };
}
