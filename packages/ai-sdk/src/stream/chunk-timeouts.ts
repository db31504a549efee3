import { isDict } from '@interpose/adapter-kit';
import type { NativeStreamPart } from '../translate/native.ts';

/** The time limits between the parts of a provider's stream, in milliseconds. */
export interface ChunkTimeouts {
  readonly firstChunkMs?: number | undefined;
  readonly chunkMs?: number | undefined;
}

/** Splits off the chunk limits: hooks that hold a stream back would break them although the provider keeps them. */
export function splitTimeouts(timeout: unknown): {
  readonly rest: unknown;
  readonly chunks: ChunkTimeouts | undefined;
} {
  if (
    !isDict(timeout) ||
    (timeout['firstChunkMs'] === undefined && timeout['chunkMs'] === undefined)
  ) {
    return { rest: timeout, chunks: undefined };
  }
  const { firstChunkMs, chunkMs, ...rest } = timeout;
  return { rest, chunks: { firstChunkMs, chunkMs } as ChunkTimeouts };
}

const OUTPUT: ReadonlySet<string> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'file',
  'reasoning-file',
  'tool-call',
]);

/** Returns the stream with its limits applied where they belong: at the provider. `abort` gets the `TimeoutError`. */
export function limitChunks(
  source: ReadableStream<NativeStreamPart>,
  limits: ChunkTimeouts,
  abort: (reason: unknown) => void,
): ReadableStream<NativeStreamPart> {
  const reader = source.getReader();
  let timer = start(limits.firstChunkMs, 'First chunk', abort);
  const next = async (out: ReadableStreamDefaultController<NativeStreamPart>): Promise<void> => {
    const { done, value } = await reader.read();
    if (done || value.type === 'finish') clearTimeout(timer);
    // An empty delta shows that the provider is alive, but it is no output.
    else if (OUTPUT.has(value.type) && !('delta' in value && value.delta === '')) {
      clearTimeout(timer);
      timer = start(limits.chunkMs, 'Chunk', abort);
    }
    if (done) out.close();
    else out.enqueue(value);
  };
  return new ReadableStream(
    {
      pull: (out) =>
        next(out).catch((error: unknown) => {
          clearTimeout(timer);
          out.error(error);
        }),
      cancel(reason) {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function start(
  limitMs: number | undefined,
  label: string,
  abort: (reason: unknown) => void,
): ReturnType<typeof setTimeout> | undefined {
  if (typeof limitMs !== 'number') return undefined;
  return setTimeout(
    () => abort(new DOMException(`${label} timeout of ${limitMs}ms exceeded`, 'TimeoutError')),
    limitMs,
  );
}
