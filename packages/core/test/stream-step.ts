import type { StreamCodec, StreamOutcome, StreamPiece, StreamStep } from '../src/adapter.ts';
import type { ModelRequest, ModelResponse } from '../src/index.ts';
import { sampleRequest } from './sample-values.ts';

/** A part of the test's own stream: a piece that says itself what it is, or the end of a refusal. */
export type TestPart =
  | StreamPiece
  | {
      readonly kind: 'refused';
      readonly text: string;
      readonly started: boolean;
      readonly throws: boolean;
      readonly open: readonly string[];
    };

/** A text delta of block `1`. */
export function textDelta(text: string, id = '1'): TestPart {
  return { kind: 'delta', channel: 'text', id, text };
}

/** The parts of a stream that says these chunks of text and ends well. */
export function textParts(...chunks: readonly string[]): TestPart[] {
  return [
    { kind: 'meta' },
    ...chunks.map((chunk) => textDelta(chunk)),
    { kind: 'close', id: '1' },
    { kind: 'finish' },
  ];
}

/** The deltas that left, each as its text. */
export function deltasLeft(parts: readonly (TestPart | Error)[]): string[] {
  return parts.flatMap((part) => ('kind' in part && part.kind === 'delta' ? [part.text] : []));
}

/** The text that left, however it was cut. */
export function textLeft(parts: readonly (TestPart | Error)[]): string {
  return deltasLeft(parts).join('');
}

const testCodec: StreamCodec<TestPart> = {
  read: (part) => (part.kind === 'refused' ? { kind: 'content' } : part),
  write: (part, text) => (part.kind === 'delta' ? { ...part, text } : part),
  collect: (parts): ModelResponse => ({
    content: [{ type: 'text', text: textLeft(parts) }],
    finishReason: parts.some(({ kind }) => kind === 'call') ? 'tool-calls' : 'stop',
  }),
  compose: ({ content }) => [
    ...content.flatMap((part) => (part.type === 'text' ? [textDelta(part.text, 'new')] : [])),
    { kind: 'close', id: 'new' },
    { kind: 'finish' },
  ],
  refuse: ({ text, throws }, started, open) => [
    {
      kind: 'refused',
      text,
      started,
      throws,
      open: open.map((part) => (part.kind === 'delta' ? part.id : '?')),
    },
  ],
};

/** What one source stream gives, part by part; an Error fails it, a promise keeps the reader waiting. */
export type Given = readonly (TestPart | Error | Promise<never>)[];

/** A streamed model step whose attempts give these parts in turn; `cancelled` collects what sources were cancelled with. */
export function streamStep(
  attempts: readonly Given[],
  cancelled: unknown[] = [],
  step: Partial<StreamStep<TestPart>> = {},
): StreamStep<TestPart> {
  let opened = 0;
  const request: ModelRequest = sampleRequest();
  return {
    request: () => request,
    call: () => sourceOf(attempts[Math.min(opened++, attempts.length - 1)] ?? [], cancelled),
    continues: () => false,
    codec: testCodec,
    ...step,
  };
}

/** Reads a stream to its end; a failure becomes the last entry. */
export async function drain(outcome: StreamOutcome<TestPart>): Promise<(TestPart | Error)[]> {
  if (outcome.kind !== 'stream') throw new Error(`the stream did not open: ${outcome.kind}`);
  const reader = outcome.stream.getReader();
  const parts: (TestPart | Error)[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      parts.push(read.value);
  } catch (error) {
    parts.push(error instanceof Error ? error : new Error(String(error)));
  }
  return parts;
}

function sourceOf(parts: Given, cancelled: unknown[]): ReadableStream<TestPart> {
  let next = 0;
  return new ReadableStream<TestPart>(
    {
      async pull(out) {
        const part = await parts[next++];
        if (part === undefined) out.close();
        else if (part instanceof Error) out.error(part);
        else out.enqueue(part);
      },
      cancel(reason) {
        cancelled.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
