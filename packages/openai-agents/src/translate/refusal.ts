import { DeniedError, type Failure } from '@interpose/core';
import type { Refused } from '@interpose/core/adapter';
import type { RunLayer } from '../run/run-layer.ts';
import type { AssistantItem, NativeEvent, NativeRequest, NativeResponse } from './native.ts';

/** True where a refusal cannot be a message: the caller wants an object, or a thrown error. */
export function mustThrow(refused: Refused, { outputType }: NativeRequest): boolean {
  return refused.throws || outputType !== 'text';
}

/** Remembers the refusal for the ending of the chat, and makes the error for a caller who gets one. */
export function deniedError(layer: RunLayer, refused: Refused): DeniedError {
  layer.refusal = refused.denial;
  return new DeniedError(refused.denial);
}

/** A whole answer that is the refusal. */
export function refusalResponse(text: string, layer: RunLayer): NativeResponse {
  return { usage: new layer.sdk.Usage(), output: [refusalItem(text)] };
}

/** The events that end a streamed answer as the refusal. */
export function refusalEvents(text: string, request: NativeRequest): NativeEvent[] {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  return [
    { type: 'output_text_delta', delta: text },
    {
      type: 'response_done',
      response: { id: syntheticId(request), usage, output: [refusalItem(text)] },
    },
  ];
}

/** An id that the SDK may send as the previous one: the provider knows no answer that was made here. */
export function syntheticId({ previousResponseId }: NativeRequest): string {
  return previousResponseId ?? '';
}

/** The SDK throws for a message that only refuses; beside a text the refusal is the sign of one. */
function refusalItem(text: string): AssistantItem {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [
      { type: 'output_text', text },
      { type: 'refusal', refusal: text },
    ],
  };
}

/** The error a caller gets for a failure; what the host threw stays the same object. */
export function thrownFor(outcome: {
  readonly error: Failure;
  readonly thrown?: unknown;
}): unknown {
  if ('thrown' in outcome) return outcome.thrown;
  if (outcome.error instanceof Error) return outcome.error;
  const { message, ...details } = outcome.error;
  return Object.assign(new Error(message), details);
}
