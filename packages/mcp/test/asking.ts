import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';

/** What is told. */
export const TEXTS: readonly string[] = ['one', 'a secret', 'two', 'three'];

/** What is read in a message: the text of a note or an answer, the method of a question. */
export function textOf({ method, params, result, error }: Dict): string {
  if (method === 'notifications/message') return String((params as Dict)['data']);
  if (typeof method === 'string') return method;
  const { content } = (result ?? {}) as { readonly content?: readonly { readonly text: string }[] };
  const { message } = (error ?? {}) as { readonly message?: string };
  return content?.[0]?.text ?? message ?? 'hello';
}

/** On which side of a wire a hook asks. */
export type Side = 'preMcpMessage' | 'onMcpMessage';

/** Counts what is asked on one side, and denies secrets there where it shall. */
export function asking(
  event: Side,
  denied?: string,
): { readonly hooks: Hooks; readonly asked: string[] } {
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook(event, ({ message }) => {
    asked.push(textOf(message));
    return textOf(message) === denied ? deny('not for us') : undefined;
  });
  return { hooks, asked };
}
