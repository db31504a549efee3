import type { StreamCodec } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { errorOf } from '../../errors/failure.ts';
import { GatedStream } from './gated-stream.ts';
import { pause } from '../step/pause.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { OpenedStream, Out, Pulled, StreamSource } from './stream-source.ts';

/** Opens the next attempt with this many retries left. */
export type Reopen<Part> = (retriesLeft: number) => Promise<OpenedStream<Part>>;

/** One stream to its reader, whatever number of attempts stand behind it. What no longer flows lets go of its source. */
export function retriedStream<Part>(
  chat: RunningChat,
  codec: StreamCodec<Part>,
  first: StreamSource<Part>,
  reopen: Reopen<Part>,
): ReadableStream<Part> {
  let source = first;
  let gated = new GatedStream(chat, codec, first);
  const fail = (error: unknown): never => {
    gated.release(error);
    throw error;
  };
  const retry = async (out: Out<Part>, delayMs: number): Promise<void> => {
    gated.release(undefined);
    await pause(delayMs, chat.signal);
    const opened = await reopen(source.retriesLeft - 1);
    if (opened.kind !== 'source') return endWith(chat, out, codec, opened);
    ({ source } = opened);
    gated = new GatedStream(chat, codec, source);
    return pull(out);
  };
  let settle: ((pulled: Pulled) => MaybePromise<void>) | undefined;
  const pull = (out: Out<Part>): Promise<void> => {
    settle ??= (pulled) => {
      if (pulled === 'emitted' || pulled === 'closed') return undefined;
      return (pulled === 'more' ? pull(out) : retry(out, pulled.delayMs)).catch(fail);
    };
    return gated.pull(out).then(settle, fail);
  };
  return new ReadableStream<Part>(
    { pull, cancel: (reason) => gated.cancel(reason) },
    { highWaterMark: 0 },
  );
}

function endWith<Part>(
  chat: RunningChat,
  out: Out<Part>,
  codec: StreamCodec<Part>,
  opened: Exclude<OpenedStream<Part>, { kind: 'source' }>,
): void {
  if (opened.kind === 'error') {
    chat.calls.failed = true;
    throw 'thrown' in opened ? opened.thrown : errorOf(opened.error);
  }
  const parts = opened.kind === 'parts' ? opened.parts : codec.refuse(opened, false, []);
  for (const part of parts) out.enqueue(part);
  out.close();
}
