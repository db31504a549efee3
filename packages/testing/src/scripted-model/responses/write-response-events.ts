import type { ApiErrorBody } from '../request/api-error.ts';
import type { StreamEvent } from '../model-request.ts';
import type { PlannedAnswer } from '../script/plan-script.ts';
import type { ScriptedUsage } from '../script/script.ts';
import { writeItemEvents, type ItemEvent } from './write-item-events.ts';
import { failResponse, openResponse, writeResponse, type ResponseFrame } from './write-response.ts';

type Json = Readonly<Record<string, unknown>>;

/** Writes the stream of a response: created, in progress, every item's events, then completed or incomplete. */
export function writeResponseEvents(
  answer: PlannedAnswer,
  usage: ScriptedUsage,
  frame: ResponseFrame,
  output: readonly Json[],
): readonly StreamEvent[] {
  const response = writeResponse(answer, usage, frame, output);
  const events: ItemEvent[] = [
    { type: 'response.created', response: openResponse(frame) },
    { type: 'response.in_progress', response: openResponse(frame) },
    ...output.flatMap((item, index) => writeItemEvents(item, index, answer)),
    { type: `response.${String(response['status'])}`, response },
  ];
  return events.map(numberEvent);
}

/** Writes the last events of a stream that fails after this many events. */
export function writeFailureEvents(
  error: ApiErrorBody,
  frame: ResponseFrame,
  sent: number,
): readonly StreamEvent[] {
  const { message, param } = error;
  const code = error.code ?? 'server_error';
  return [
    { type: 'error', code, message, param },
    { type: 'response.failed', response: failResponse(frame, code, message) },
  ].map((event, index) => numberEvent(event, sent + index));
}

function numberEvent(event: ItemEvent, sequence: number): StreamEvent {
  const { type, ...rest } = event;
  return {
    name: type,
    data: { type, sequence_number: sequence, ...rest },
    isChunk: type.endsWith('.delta'),
  };
}
