import type {
  AnswerTurn,
  ModelScript,
  ScriptedCall,
  Turn,
} from '../../conformance/scenario/turn.ts';
import type { FakeModel } from './fake-model.ts';
import type { FakeAnswer, FakeCall, FakePart, FakeRequest } from '../translate/fake-values.ts';
import { ProviderFailure } from './provider-failure.ts';

/** A fake model that follows a script and records its requests. */
export interface ScriptedFakeModel extends FakeModel {
  readonly requests: readonly FakeRequest[];
}

/**
 * Makes a model in memory: its nth request gets the nth turn of the script.
 *
 * @example
 * const model = scriptedFakeModel([{ kind: 'answer', text: ['Hello.'] }]);
 */
export function scriptedFakeModel(
  script: ModelScript,
  onRequest?: (request: FakeRequest, streamed: boolean) => void,
): ScriptedFakeModel {
  const requests: FakeRequest[] = [];
  const next = (request: FakeRequest, streamed: boolean): Turn => {
    requests.push(request);
    onRequest?.(request, streamed);
    return (
      script[requests.length - 1] ?? {
        kind: 'failure',
        status: 400,
        message: 'the script has no further turn',
      }
    );
  };
  return {
    requests,
    answer: (request, signal) => answer(next(request, false), signal),
    stream: async (request, signal) => stream(next(request, true), signal),
  };
}

async function answer(turn: Turn, signal: AbortSignal): Promise<FakeAnswer> {
  if (turn.kind === 'failure') throw new ProviderFailure(turn.status, turn.message);
  if (turn.kind === 'cut') throw new ProviderFailure(0, 'the connection was lost');
  if (turn.kind === 'hang') return hang(signal);
  const thought = turn.reasoning?.join('');
  return {
    said: (turn.text ?? []).join(''),
    ...(thought === undefined ? {} : { thought }),
    calls: (turn.calls ?? []).map(toCall),
    stop: stopOf(turn),
  };
}

async function stream(turn: Turn, signal: AbortSignal): Promise<ReadableStream<FakePart>> {
  if (turn.kind === 'failure') throw new ProviderFailure(turn.status, turn.message);
  const parts = partsOf(turn, signal);
  return new ReadableStream<FakePart>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* partsOf(
  turn: Exclude<Turn, { kind: 'failure' }>,
  signal: AbortSignal,
): AsyncGenerator<FakePart, void> {
  yield { type: 'open' };
  if (turn.kind === 'answer') yield* block('thought', turn.reasoning ?? [], 0, signal);
  yield* block(
    'said',
    turn.text ?? [],
    turn.kind === 'answer' ? (turn.chunkDelayMs ?? 0) : 0,
    signal,
    turn.kind === 'answer',
  );
  if (turn.kind === 'cut') throw new ProviderFailure(0, 'the connection was lost');
  if (turn.kind === 'hang') return hang(signal);
  for (const each of (turn.calls ?? []).map(toCall)) {
    const half = Math.ceil(each.input.length / 2);
    for (const chunk of [each.input.slice(0, half), each.input.slice(half)]) {
      if (chunk !== '') yield { type: 'call-input', block: each.key, chunk };
    }
    yield { type: 'closed', block: each.key };
    yield { type: 'call', call: each };
  }
  yield { type: 'end', stop: stopOf(turn) };
}

async function* block(
  type: 'said' | 'thought',
  chunks: readonly string[],
  delayMs: number,
  signal: AbortSignal,
  closes = true,
): AsyncGenerator<FakePart, void> {
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    signal.throwIfAborted();
    yield { type, block: type, chunk };
  }
  if (closes && chunks.length > 0) yield { type: 'closed', block: type };
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function toCall({ id, name, args = {}, rawArgs, ...rest }: ScriptedCall): FakeCall {
  const ran = 'providerResult' in rest ? { ranAtProvider: { output: rest.providerResult } } : {};
  return { key: id, tool: name, input: rawArgs ?? JSON.stringify(args), ...ran };
}

function stopOf({ finishReason, calls = [] }: AnswerTurn): FakeAnswer['stop'] {
  if (finishReason === 'length') return 'length';
  if (finishReason === 'content-filter') return 'filtered';
  return calls.length > 0 ? 'calls' : 'end';
}
