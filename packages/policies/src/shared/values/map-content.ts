import type { Message, ModelRequest, ModelResponse, Part } from '@interpose/core';

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
