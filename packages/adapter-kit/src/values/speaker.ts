import type { Part } from '@interpose/core';
import { isDict } from './json-arguments.ts';
import { filledText } from '../targets/agent-identity.ts';

/**
 * The name of who says a message is read by the model as well. The contract has no place for it, so it is data: the last
 * part of the message.
 *
 * @example
 * withSpeaker([{ type: 'text', text: 'Hi' }], 'Ann'); // => [{ type: 'text', text: 'Hi' }, { type: 'data', data: { speaker: 'Ann' } }]
 */
export function withSpeaker(parts: readonly Part[], name: unknown): readonly Part[] {
  const speaker = filledText(name);
  return speaker === undefined
    ? parts
    : [...parts, Object.freeze({ type: 'data', data: Object.freeze({ speaker }) })];
}

/**
 * A text with the name of who says it in front, where there is one.
 *
 * @example
 * spokenBy('Rules', 'Be short.'); // => 'Rules: Be short.'
 */
export function spokenBy(name: unknown, text: string): string {
  const speaker = filledText(name);
  return speaker === undefined ? text : `${speaker}: ${text}`;
}

/**
 * What is said without the name of who says it, and that name as it is sent; `before` is how the host had it. A message
 * whose parts have none any more has no name.
 *
 * @example
 * takeSpeaker([{ type: 'data', data: { speaker: 'Dr. <Ann>' } }], 'Ann').name; // => 'Dr._Ann'
 */
export function takeSpeaker(
  parts: readonly Part[],
  before: unknown,
): { readonly said: readonly Part[]; readonly name: string | undefined } {
  const part = parts.findLast((each) => speakerOf(each) !== undefined);
  if (part === undefined) return { said: parts, name: undefined };
  const speaker = speakerOf(part)!;
  const name = speaker === before ? speaker : filledText(writable(speaker));
  return { said: parts.filter((each) => each !== part), name };
}

function speakerOf(part: Part): string | undefined {
  if (part.type !== 'data' || !isDict(part.data)) return undefined;
  const { speaker, ...others } = part.data;
  return typeof speaker === 'string' && Object.keys(others).length === 0 ? speaker : undefined;
}

/** Services take no blanks and no signs of markup in a name, such as those around a placeholder. */
function writable(name: string): string {
  return name.replaceAll(/[\s<|\\/>]+/g, '_').replaceAll(/^_+|_+$/g, '');
}
