import type { Part } from '@interpose/core';
import { isDict, textOf, type Body } from '../native.ts';

/**
 * The name of who says a message is read by the model as well. The contract has no place for it, so it is data: the last
 * part of the message.
 */
export function withSpeaker(parts: readonly Part[], { name }: Body): readonly Part[] {
  const speaker = textOf(name);
  return speaker ? [...parts, { type: 'data', data: Object.freeze({ speaker }) }] : parts;
}

/** A text with the name of who says it in front, where there is one. */
export function spokenBy({ name }: Body, text: string): string {
  const speaker = textOf(name);
  return speaker ? `${speaker}: ${text}` : text;
}

/** What is written of a message: the parts of its content, and the message to take its other fields from. */
export interface Spoken {
  readonly parts: readonly Part[];
  readonly like: Body | undefined;
}

/** Takes the name out of the parts again. A message whose parts have none any more has no name. */
export function takeSpeaker(parts: readonly Part[], like: Body | undefined): Spoken {
  const part = parts.findLast((each) => speakerOf(each) !== undefined);
  if (part === undefined && like?.['name'] === undefined) return { parts, like };
  const { name: before, ...others } = like ?? {};
  const said = part && speakerOf(part);
  const name = said === before ? said : writable(said ?? '');
  return {
    parts: parts.filter((each) => each !== part),
    like: name ? { ...others, name } : others,
  };
}

function speakerOf(part: Part): string | undefined {
  if (part.type !== 'data' || !isDict(part.data)) return undefined;
  const { speaker, ...others } = part.data;
  return Object.keys(others).length === 0 ? textOf(speaker) : undefined;
}

/** The service takes no blanks and no signs of markup in a name, such as those around a placeholder. */
function writable(name: string): string {
  return name.replaceAll(/[\s<|\\/>]+/g, '_').replaceAll(/^_+|_+$/g, '');
}
