import type { InterposeError } from '@interpose/core';

/** What happened, and what to do about it as a sentence; a message is `[code] problem; remedy`. */
export function partsOf({
  code,
  message,
}: InterposeError): readonly [problem: string, remedy: string] {
  const text = message.replace(`[${code}] `, '');
  const end = text.lastIndexOf('; ');
  if (end < 0) return [text, ''];
  const remedy = text.slice(end + 2);
  return [text.slice(0, end), `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`];
}
