import { deniedError } from '@interpose/adapter-kit';
import type { Refused } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import { failing, type SsePart } from '../stream/sse/part.ts';
import { isDict, type Body } from './native.ts';

/** Whether the caller parses the answer as JSON, in either interface: a message cannot be the answer then. */
export function wantsStructure({ response_format: format, text }: Body): boolean {
  const asked = format ?? (isDict(text) ? text['format'] : undefined);
  return isDict(asked) && (asked['type'] === 'json_schema' || asked['type'] === 'json_object');
}

/** Returns the events of a refusal; if it cannot be a message, one event that ends the stream with an error. */
export function refusalEvents(
  run: CallRun,
  refused: Refused,
  body: Body,
  events: () => readonly SsePart[],
): readonly SsePart[] {
  const error = deniedError(run, refused);
  if (!refused.throws && !wantsStructure(body)) return events();
  run.failure = { error };
  return [failing(error)];
}
