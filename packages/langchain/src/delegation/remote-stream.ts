import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import { listIn, messagesIn, type RunnableConfig } from '../translate/native.ts';
import type { ChatRun } from '../run/host-run.ts';
import { aroundAgent } from './delegate.ts';
import { answerText, wholeTaskOf, withAnswer, withTask } from './task-and-answer.ts';

/** A call of a graph on another machine as the hooks of one run are asked about it; `send` goes on with it. */
export interface RemoteCall<Answer> {
  readonly run: ChatRun;
  readonly to: string;
  readonly input: unknown;
  readonly config: RunnableConfig | undefined;
  readonly send: (input: unknown, config: RunnableConfig | undefined) => Answer;
}

/** What such a graph streams. */
export type Chunks = AsyncGenerator<unknown, void, undefined>;

type Call = RemoteCall<Chunks>;

/** The stream flows as it comes, unless a hook may withhold the answer: then it waits until that was judged. */
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
    yield* answering(call, withAnswer(input, first.output));
    return;
  }
  // Whoever reads hears of a failure where it comes.
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

/** What a caller asked to be streamed, and in which shape. */
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

/** Where LangGraph hands on what a part of a graph streams. */
const STREAM = '__pregel_stream';

/** A stream that nobody gets any of yet; the states that it goes through are asked for as well. */
class HeldStream {
  /** What the graph is asked with. */
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

  /** All of it, as the caller asked for it. */
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

/** Without the name of its mode, where there is one. */
function shaped(chunk: readonly unknown[]): unknown {
  return chunk.length === 3 ? [chunk[0], chunk[2]] : chunk[1];
}

/** The stream of an answer that hooks changed or gave: one chunk of each kind that was asked for and that tells answers. */
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
