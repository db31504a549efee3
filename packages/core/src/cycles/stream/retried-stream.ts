import type { PartSource, StreamCodec } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { isThenable } from '../../maybe-promise.ts';
import { errorOf } from '../../errors/failure.ts';
import { GatedStream } from './gated-stream.ts';
import { pause } from '../step/pause.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import {
  failureOf,
  type OpenedStream,
  type Out,
  type Pulled,
  type StreamSource,
} from './stream-source.ts';

/** Opens the next attempt, with this many retries left. */
export type Reopen<Part> = (retriesLeft: number) => Promise<OpenedStream<Part>>;

/**
 * Makes one stream for its reader out of one or more attempts. An attempt that no longer flows cancels its source. The
 * result is a stream of the platform if the source is one, else an object that is as cheap as the source.
 */
export function retriedStream<Part, Source extends PartSource<Part>>(
  chat: RunningChat,
  codec: StreamCodec<Part>,
  first: StreamSource<Part, Source>,
  reopen: Reopen<Part>,
): ReadableStream<Part> | Source {
  let source: StreamSource<Part> = first;
  let gated = new GatedStream(chat, codec, first);
  const fail = (error: unknown): never => {
    void gated.cancel(error);
    throw failureOf(chat, codec, error);
  };
  const retry = async (out: Out<Part>, delayMs: number): Promise<void> => {
    void gated.cancel(undefined);
    await pause(delayMs, chat.signal);
    const opened = await reopen(source.asked.retriesLeft - 1);
    if (opened.kind !== 'source') return endWith(chat, out, codec, opened);
    ({ source } = opened);
    gated = new GatedStream(chat, codec, source);
    return pull(out);
  };
  const pull = puller(() => gated, fail, retry);
  const flow: Flow<Part> = { pull, cancel: (reason) => gated.cancel(reason) };
  return first.stream instanceof ReadableStream
    ? new ReadableStream<Part>(flow, { highWaterMark: 0 })
    : // Callers with a cheaper source only use `getReader`, so the result has nothing else.
      (directly(flow) as Source);
}

/**
 * Reads one part after the other and releases what may leave. The same listeners serve every part, since a stream has
 * one controller. A part for which no hook is awaited takes one turn of the event loop.
 */
function puller<Part>(
  gated: () => GatedStream<Part>,
  fail: (error: unknown) => never,
  retry: (out: Out<Part>, delayMs: number) => Promise<void>,
): (out: Out<Part>) => Promise<void> {
  let arrived: ((read: ReadableStreamReadResult<Part>) => MaybePromise<void>) | undefined;
  let broke: ((thrown: unknown) => Promise<void>) | undefined;
  const pull = (out: Out<Part>): Promise<void> => {
    if (arrived === undefined) {
      const settle = (pulled: Pulled): MaybePromise<void> => {
        if (pulled === 'emitted' || pulled === 'closed') return undefined;
        return (pulled === 'more' ? pull(out) : retry(out, pulled.delayMs)).catch(fail);
      };
      arrived = (read) => {
        try {
          const pulled = gated().accept(out, read);
          return isThenable(pulled) ? pulled.then(settle, fail) : settle(pulled);
        } catch (error) {
          return fail(error);
        }
      };
      broke = (thrown) => gated().fail(out, thrown).then(settle, fail);
    }
    return gated().read().then(arrived, broke);
  };
  return pull;
}

interface Flow<Part> {
  /** Releases one or more parts, or closes. */
  readonly pull: (out: Out<Part>) => Promise<void>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** Passes parts to one reader that asks for one after the other. */
function directly<Part>({ pull, cancel }: Flow<Part>): PartSource<Part> {
  const waiting: Part[] = [];
  let isOver = false;
  let broken: { readonly error: unknown } | undefined;
  const out: Out<Part> = {
    enqueue: (part) => void waiting.push(part),
    close: () => void (isOver = true),
  };
  const take = (): MaybePromise<ReadableStreamReadResult<Part>> => {
    if (waiting.length > 0) return { done: false, value: waiting.shift()! };
    return isOver ? { done: true, value: undefined } : read();
  };
  const fail = (error: unknown): never => {
    broken = { error };
    throw error;
  };
  const read = (): Promise<ReadableStreamReadResult<Part>> =>
    broken === undefined ? pull(out).then(take, fail) : Promise.reject(broken.error);
  return {
    getReader: () => ({
      read: () => (isOver || waiting.length > 0 ? Promise.resolve(take()) : read()),
      cancel(reason) {
        // As in a stream of the platform, a stream that has ended has nothing to cancel.
        if (broken !== undefined || (isOver && waiting.length === 0)) return Promise.resolve();
        isOver = true;
        waiting.length = 0;
        return cancel(reason);
      },
    }),
  };
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
