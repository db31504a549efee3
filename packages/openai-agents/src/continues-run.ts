import type { ModelResponse } from '@interpose/core';

/** True when the SDK goes on after this answer: it runs its calls, or asks again because nothing was said. */
export function continuesRun({ content }: ModelResponse): boolean {
  return content.some(({ type }) => type === 'tool-call');
}
