import type { PartSource } from '@interpose/core/adapter';
import { adviseCalls, advises } from '../tools/gate-answered-calls.ts';
import type { PreparedCall } from '../model/model-call.ts';
import type { SsePart } from './sse/part.ts';

/** Holds the calls of a streamed answer, and what follows them, until they were gated; text has left by then. */
export function adviseStream(call: PreparedCall, events: PartSource<SsePart>): PartSource<SsePart> {
  if (!advises(call)) return events;
  const codec = call.dialect.codec(call.run, call.body);
  const reader = events.getReader();
  const seen: SsePart[] = [];
  const left = new Set<SsePart>();
  let holds = false;
  const flush = async (out: ReadableStreamDefaultController<SsePart>): Promise<void> => {
    const view = codec.collect(seen);
    const advised = await adviseCalls(call, view);
    const parts = advised === view ? seen : codec.compose(advised, seen);
    for (const part of parts) if (!left.has(part)) out.enqueue(part);
    out.close();
  };
  return new ReadableStream<SsePart>(
    {
      async pull(out) {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return flush(out);
          const piece = codec.read(value);
          seen.push(value);
          const fails = piece.kind === 'error' || value.fails !== undefined;
          holds ||=
            piece.kind === 'call' || piece.kind === 'finish' || ('held' in piece && piece.held);
          if (holds && !fails) continue;
          left.add(value);
          return out.enqueue(value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
