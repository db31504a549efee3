import type { Part } from '@interpose/core';
import { takeSpeaker } from '@interpose/adapter-kit';
import type { Body } from '../native.ts';

/** What is written of a message: the parts of its content, and the message to take its other fields from. */
export interface Spoken {
  readonly parts: readonly Part[];
  readonly like: Body | undefined;
}

/** Takes the name of who says a message out of its parts again. */
export function spokenAs(parts: readonly Part[], like: Body | undefined): Spoken {
  const { name: before, ...others } = like ?? {};
  const { said, name } = takeSpeaker(parts, before);
  if (said === parts && before === undefined) return { parts, like };
  return { parts: said, like: name === undefined ? others : { ...others, name } };
}
