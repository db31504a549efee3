import type { ModelMessage } from 'ai';

import type { ToolCall } from '@interpose/core';
import type { Consumer, Outcome } from '@interpose/testing/conformance';

import { callOf, outcomeOf, pendingOf, type ReadResult } from './read-result.ts';

interface Part extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

interface StreamResult {
  readonly fullStream: AsyncIterable<Part>;
  readonly response: PromiseLike<{ readonly messages: readonly ModelMessage[] }>;
  readonly responseMessages?: PromiseLike<readonly ModelMessage[]>;
  readonly output?: PromiseLike<unknown>;
}

/** What a stream came to, and what was wrong with it. */
export interface ReadStream extends ReadResult {
  readonly faults: readonly string[];
}

/** Everything seen of one stream so far. */
class Reading {
  text = '';
  stepText = '';
  reasoning = '';
  finishReason = '';
  finished = false;
  error: { readonly error: unknown } | undefined;
  aborted = false;
  stopped = false;
  readonly calls: ToolCall[] = [];
  readonly stepParts: Part[] = [];
  readonly open = new Set<string>();

  take(part: Part): void {
    switch (part.type) {
      case 'start-step':
        this.stepText = '';
        this.stepParts.length = 0;
        break;
      case 'text-start':
      case 'reasoning-start':
        this.open.add(`${part.type.split('-')[0]} ${String(part['id'])}`);
        break;
      case 'text-end':
      case 'reasoning-end':
        this.open.delete(`${part.type.split('-')[0]} ${String(part['id'])}`);
        break;
      case 'text-delta':
        this.text += String(part['text']);
        this.stepText += String(part['text']);
        break;
      case 'reasoning-delta':
        this.reasoning += String(part['text']);
        break;
      case 'tool-call':
        this.calls.push(callOf(part));
        break;
      case 'tool-approval-request':
        this.stepParts.push(part);
        break;
      case 'finish-step':
        this.finishReason = String(part['finishReason']);
        break;
      case 'finish':
        this.finished = true;
        break;
      case 'abort':
        this.aborted = true;
        break;
      case 'error':
        this.error ??= { error: part['error'] };
    }
  }
}

/** Reads a stream to its end, or to where its consumer stops. */
export async function readStream(
  result: StreamResult,
  consumer: Consumer | undefined,
  structured: boolean,
): Promise<ReadStream> {
  const reading = new Reading();
  try {
    for await (const part of result.fullStream) {
      reading.take(part);
      const said =
        part.type === 'text-delta' ? consumer?.onText?.(String(part['text'])) : undefined;
      if (said === 'break') {
        reading.stopped = true;
        break;
      }
    }
  } catch (error) {
    reading.error ??= { error };
  }
  // A consumer who stopped may still read on in another way, so the SDK is given up a moment later.
  if (reading.stopped) await new Promise((resolve) => setTimeout(resolve, 5));
  const pending = pendingOf(reading.stepParts);
  const whole = reading.finished && reading.error === undefined;
  const object =
    whole && structured && reading.finishReason === 'stop' ? await result.output : undefined;
  return {
    outcome: outcome(reading, pending, object),
    received: { text: reading.text, reasoning: reading.reasoning, calls: reading.calls },
    messages: whole ? ((await result.responseMessages) ?? (await result.response).messages) : [],
    pending,
    faults: faultsOf(reading),
  };
}

function outcome(reading: Reading, pending: ReadResult['pending'], object: unknown): Outcome {
  if (reading.stopped) return { kind: 'stopped' };
  if (reading.aborted) return { kind: 'aborted' };
  if (reading.error !== undefined) return { kind: 'error', error: reading.error.error };
  return outcomeOf(reading.stepText, reading.finishReason, pending, object);
}

function faultsOf(reading: Reading): string[] {
  if (reading.stopped || reading.aborted || reading.error !== undefined) return [];
  const unclosed = [...reading.open].map((block) => `${block} was not closed`);
  return reading.finished ? unclosed : [...unclosed, 'the stream has no finish'];
}
