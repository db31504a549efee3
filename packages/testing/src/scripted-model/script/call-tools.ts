import type { Answer, ScriptedToolCall } from './script.ts';

/**
 * A script's answer that asks for tool calls, several at once if several are given.
 *
 * @example
 * const chat = server.chat([callTools({ name: 'refund', args: { amount: 5 } }), say('Done.')]);
 */
export function callTools(...calls: readonly ScriptedToolCall[]): Answer {
  return { kind: 'answer', calls };
}
