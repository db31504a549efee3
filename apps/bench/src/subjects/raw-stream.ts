import type { Hooks } from '@interpose/core';
import { openChat, streamCycle, type StreamCodec } from '@interpose/core/adapter';

/** The smallest stream part there is. */
export interface RawPart {
  readonly type: 'delta' | 'end';
  readonly text: string;
}

const END: RawPart = { type: 'end', text: '' };

/** A source that makes this many text parts as fast as they are read. */
export function rawSource(chunks: number): ReadableStream<RawPart> {
  let made = 0;
  return new ReadableStream<RawPart>(
    {
      pull(controller) {
        if (made < chunks) controller.enqueue({ type: 'delta', text: `word${made % 10} ` });
        else if (made === chunks) controller.enqueue(END);
        else controller.close();
        made += 1;
      },
    },
    { highWaterMark: 0 },
  );
}

/** The same source behind a stream that hands on each part as it is asked for, and does nothing else. */
export function idleStage(chunks: number): ReadableStream<RawPart> {
  const reader = rawSource(chunks).getReader();
  return new ReadableStream<RawPart>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

const CODEC: StreamCodec<RawPart> = {
  read: ({ type, text }) =>
    type === 'delta' ? { kind: 'delta', channel: 'text', id: '0', text } : { kind: 'finish' },
  write: (part, text) => ({ ...part, text }),
  collect: (parts) => ({
    content: [{ type: 'text', text: parts.map(({ text }) => text).join('') }],
    finishReason: 'stop',
  }),
  compose: () => [END],
  refuse: () => [END],
};

/** The same source behind the hooks of this registry, in a chat of its own. */
export async function hookedSource(hooks: Hooks, chunks: number): Promise<ReadableStream<RawPart>> {
  const chat = await openChat(hooks, {
    host: { framework: 'bench', version: '1' },
    agent: { id: 'bench' },
  });
  const outcome = await streamCycle<RawPart>(chat, {
    request: () => ({ messages: [] }),
    call: () => rawSource(chunks),
    continues: () => false,
    codec: CODEC,
  });
  if (outcome.kind !== 'stream')
    throw new Error('[bench_no_stream] the cycle gave no stream; a hook of a benchmark refuses');
  return outcome.stream;
}

/** Reads a stream to its end and tells each part to `seen`. */
export async function drain<Part>(
  stream: ReadableStream<Part>,
  seen: (part: Part) => unknown,
): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const wait = seen(value);
    if (wait instanceof Promise) await wait;
  }
}
