import type { Part } from '@interpose/core';
import { isDict } from './json-arguments.ts';
import { filledText } from '../targets/agent-identity.ts';

/**
 * Adds the speaker's name to a message, since the model reads it too. The contract has no field for the name, so it is
 * data, in the last part of the message.
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
 * Returns a text with the speaker's name in front, if there is one.
 *
 * @example
 * spokenBy('Rules', 'Be short.'); // => 'Rules: Be short.'
 */
export function spokenBy(name: unknown, text: string): string {
  const speaker = filledText(name);
  return speaker === undefined ? text : `${speaker}: ${text}`;
}

/**
 * Returns the parts without the speaker's name, and the name as it is sent; `before` is the name that the host had. If
 * hooks removed the part with the name, the message has no name.
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

/** Returns a name that services accept: without blanks and without signs of markup, such as those of a placeholder. */
function writable(name: string): string {
  return name.replaceAll(/[\s<|\\/>]+/g, '_').replaceAll(/^_+|_+$/g, '');
}
