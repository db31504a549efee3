import type { Answer } from './script.ts';

/**
 * A script's answer of text alone; a list gives the chunks that a stream sends it in.
 *
 * @example
 * const chat = server.chat([say('Hello.'), say(['Good', 'bye.'], { finish: 'length' })]);
 */
export function say(
  text: string | readonly string[],
  rest: Omit<Answer, 'kind' | 'text'> = {},
): Answer {
  return { ...rest, kind: 'answer', text };
}
