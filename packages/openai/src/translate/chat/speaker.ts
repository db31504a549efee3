import type { Part } from '@interpose/core';
import { takeSpeaker } from '@interpose/adapter-kit';
import type { Body } from '../native.ts';

/** The parts to write as the content of a message, and the message whose other fields it keeps. */
export interface Spoken {
  readonly parts: readonly Part[];
  readonly like: Body | undefined;
}

/** Moves the speaker's name out of the parts, where hooks see it, back into the `name` field of the message. */
export function spokenAs(parts: readonly Part[], like: Body | undefined): Spoken {
  const { name: before, ...others } = like ?? {};
  const { said, name } = takeSpeaker(parts, before);
  if (said === parts && before === undefined) return { parts, like };
  return { parts: said, like: name === undefined ? others : { ...others, name } };
}
