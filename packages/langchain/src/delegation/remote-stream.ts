import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import { listIn, messagesIn, type RunnableConfig } from '../translate/native.ts';
import type { ChatRun } from '../run/host-run.ts';
import { aroundAgent } from './delegate.ts';
import { answerText, wholeTaskOf, withAnswer, withTask } from './task-and-answer.ts';

/** A call of a graph on another machine, for the hooks of one run; `send` goes on with the call. */
export interface RemoteCall<Answer> {
  readonly run: ChatRun;
  readonly to: string;
  readonly input: unknown;
  readonly config: RunnableConfig | undefined;
  readonly send: (input: unknown, config: RunnableConfig | undefined) => Answer;
}

/** The stream of such a graph. */
export type Chunks = AsyncGenerator<unknown, void, undefined>;

type Call = RemoteCall<Chunks>;

/** Streams at once, unless a hook may withhold the answer. In that case the stream waits until hooks have judged it. */
export function remoteStream(call: Call): Chunks {
  return call.run.chat.intercepts('onDelegateResult') ? held(call) : flowing(call);
}

async function* held(call: Call): Chunks {
  const { run, to, input, config, send } = call;
  let stream = new HeldStream(config);
  const task = { to, input, seen: wholeTaskOf(input, run.copy) };
  const state = await aroundAgent(run.chat, task, async (given) => {
    stream = new HeldStream(config);
    for await (const chunk of send(given, stream.config)) stream.hold(listIn(chunk));
    return stream.state;
  });
  yield* state === stream.state ? stream.release() : answering(call, state);
}

async function* flowing(call: Call): Chunks {
  const { run, to, input, config, send } = call;
  const seen = wholeTaskOf(input, run.copy);
  const begun = Promise.withResolvers<{ readonly allowed: unknown }>();
  const ended = Promise.withResolvers<unknown>();
  const delegated = aroundDelegation(run.chat, {
    to,
    input: seen,
    act(allowed) {
      begun.resolve({ allowed });
      return ended.promise;
    },
  });
  const first = await Promise.race([begun.promise, delegated]);
  if ('output' in first) {
    yield* answering(call, withAnswer(input, first.output, false));
    return;
  }
  // The `await` at the end passes a failure on to the reader.
  delegated.catch(() => undefined);
  const chunks: unknown[] = [];
  const isTold = run.chat.listens('onDelegateResult');
  try {
    for await (const chunk of send(withTask(input, seen, first.allowed), config)) {
      if (isTold) chunks.push(chunk);
      yield chunk;
    }
    ended.resolve(isOfStates(config) ? answerText(chunks.at(-1)) : chunks);
  } catch (error) {
    ended.reject(error);
  }
  await delegated;
}

/** Returns the modes that the caller wants to stream, and the shape of the chunks. */
function asked(config: RunnableConfig | undefined) {
  const { streamMode = 'updates', subgraphs } = config ?? {};
  const several = listIn(streamMode);
  const isOne = several.length === 0;
  const modes = !isOne ? several : [Array.isArray(streamMode) ? 'updates' : streamMode];
  return { modes, isOne, isPlaced: subgraphs === true };
}

function isOfStates(config: RunnableConfig | undefined): boolean {
  const { modes, isOne, isPlaced } = asked(config);
  return isOne && !isPlaced && modes[0] === 'values';
}

/** The key under which LangGraph passes on the stream of a part of a graph. */
const STREAM = '__pregel_stream';

/** A stream that waits for the hooks. It also asks for the states of the graph. */
class HeldStream {
  /** The config for the call of the graph. */
  readonly config: RunnableConfig;
  /** The last state. */
  state: unknown;
  readonly #given: RunnableConfig | undefined;
  readonly #chunks: (readonly unknown[])[] = [];
  readonly #pushed: unknown[] = [];

  constructor(given: RunnableConfig | undefined) {
    this.#given = given;
    const stream = given?.configurable?.[STREAM];
    const push = (chunk: unknown): void => void this.#pushed.push(chunk);
    const beside = isDict(stream) && {
      ...given?.configurable,
      [STREAM]: { modes: stream['modes'], push },
    };
    const streamMode = [...new Set([...asked(given).modes, 'values'])];
    this.config = { ...given, streamMode, ...(beside && { configurable: beside }) };
  }

  hold(chunk: readonly unknown[]): void {
    this.#chunks.push(chunk);
    if (chunk.at(-2) === 'values') this.state = chunk.at(-1);
  }

  /** Yields all chunks, in the form that the caller asked for. */
  *release(): Generator {
    const stream = this.#given?.configurable?.[STREAM] as
      | { push(chunk: unknown): void }
      | undefined;
    for (const chunk of this.#pushed) stream?.push(chunk);
    const { modes, isOne } = asked(this.#given);
    for (const chunk of this.#chunks)
      if (modes.includes(chunk.at(-2))) yield isOne ? shaped(chunk) : chunk;
  }
}

/** Returns a chunk without the name of its mode. */
function shaped(chunk: readonly unknown[]): unknown {
  return chunk.length === 3 ? [chunk[0], chunk[2]] : chunk[1];
}

/** Yields the stream of an answer that hooks changed or gave: a chunk for each requested mode that has answers. */
function* answering({ config, to }: Call, state: unknown): Generator {
  const { modes, isOne, isPlaced } = asked(config);
  const kinds = {
    values: state,
    updates: { [to]: { messages: messagesIn(state).slice(-1) } },
    messages: [messagesIn(state).at(-1), {}],
  };
  for (const mode of modes) {
    if (!Object.hasOwn(kinds, String(mode))) continue;
    const chunk = [...(isPlaced ? [[]] : []), mode, kinds[mode as keyof typeof kinds]];
    yield isOne ? shaped(chunk) : chunk;
  }
}
