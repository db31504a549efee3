import { parseArguments } from '@interpose/adapter-kit';
import type {
  AnswerTurn,
  ModelScript,
  SeenMessage,
  SeenRequest,
  Turn,
} from '@interpose/testing/conformance';
import type { ToyAnswer, ToyMessage, ToyModel, ToyPart, ToyRequest } from '../toy-sdk/toy-sdk.ts';

/** A model that follows a script: its nth request gets the nth turn. `seen` is told what reached it. */
export function scriptedToyModel(script: ModelScript, seen: SeenRequest[]): ToyModel {
  const next = (request: ToyRequest, streamed: boolean): Turn => {
    const turn = script[seen.length];
    seen.push(seenRequest(request, streamed));
    return turn ?? { kind: 'failure', status: 400, message: 'the script has no further turn' };
  };
  return {
    name: 'toy-model',
    answer: async (request) => answerTo(next(request, false), request.signal),
    async stream(request) {
      const turn = next(request, true);
      if (turn.kind === 'failure') throw failureOf(turn.message, turn.status);
      return partsTo(turn, request.signal);
    },
  };
}

async function answerTo(turn: Turn, signal: AbortSignal | undefined): Promise<ToyAnswer> {
  if (turn.kind === 'failure') throw failureOf(turn.message, turn.status);
  if (turn.kind === 'cut') throw failureOf('the connection was lost');
  if (turn.kind === 'hang') return hang(signal);
  return { text: (turn.text ?? []).join(''), calls: callsOf(turn), stop: stopOf(turn) };
}

async function* partsTo(
  turn: Exclude<Turn, { readonly kind: 'failure' }>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ToyPart> {
  const delayMs = turn.kind === 'answer' ? (turn.chunkDelayMs ?? 0) : 0;
  for (const [index, text] of (turn.text ?? []).entries()) {
    if (index > 0 && delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    signal?.throwIfAborted();
    yield { type: 'text', text };
  }
  if (turn.kind === 'cut') throw failureOf('the connection was lost');
  if (turn.kind === 'hang') return hang(signal);
  for (const call of callsOf(turn)) yield { type: 'call', call };
  yield { type: 'end', stop: stopOf(turn) };
}

function callsOf({ calls = [] }: AnswerTurn): ToyAnswer['calls'] {
  return calls.map(({ id, name, args = {}, rawArgs }) => ({
    id,
    tool: name,
    input: rawArgs ?? JSON.stringify(args),
  }));
}

function stopOf({ finishReason, calls = [] }: AnswerTurn): ToyAnswer['stop'] {
  if (finishReason === 'length') return 'length';
  if (finishReason === 'content-filter') return 'filtered';
  return calls.length > 0 ? 'calls' : 'done';
}

function failureOf(message: string, status?: number): Error {
  return Object.assign(new Error(message), status === undefined ? undefined : { status });
}

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function seenRequest(
  { model, prompt, messages, tools }: ToyRequest,
  streamed: boolean,
): SeenRequest {
  const system = messages.flatMap(({ from, text }) => (from === 'system' ? [text] : []));
  return {
    agent: 'main',
    model,
    streamed,
    instructions: prompt === undefined ? system : [prompt, ...system],
    messages: messages.flatMap(seenMessage),
    tools: tools.map(({ name }) => name),
  };
}

function seenMessage(message: ToyMessage): readonly SeenMessage[] {
  const { text } = message;
  switch (message.from) {
    case 'system':
      return [];
    case 'user':
      return [{ role: 'user', text }];
    case 'tool':
      return [{ role: 'tool', callId: message.call, text }];
    case 'model': {
      const calls = message.calls.map(({ id, tool, input }) => ({
        id,
        name: tool,
        args: parseArguments(input),
      }));
      return [{ role: 'assistant', text, calls }];
    }
  }
}
