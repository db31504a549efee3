import {
  textOf,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Part,
} from '@interpose/core';

import { joinTexts } from './text-runs.ts';

/** What has parts, itself or in its messages. */
export type Spoken = Message | ModelResponse | ModelRequest;

/** Returns the value with the parts of each message mapped; the same value if nothing changes. */
export function mapContent(
  value: Spoken,
  map: (parts: readonly Part[]) => readonly Part[],
): Spoken {
  if ('messages' in value) {
    const messages = value.messages.map((message) => mapContent(message, map) as Message);
    const isSame = messages.every((message, index) => message === value.messages[index]);
    return isSame ? value : { ...value, messages };
  }
  const content = map(value.content);
  return content === value.content ? value : { ...value, content };
}

/** Returns the text of a value, and, if it has adjacent texts, its text with these as one: a model reads them so. */
export function readingsOf(value: Spoken): readonly string[] {
  const joined = mapContent(value, joinTexts);
  return joined === value ? [textOf(value)] : [textOf(value), textOf(joined)];
}
