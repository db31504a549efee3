import type { LanguageModel } from 'ai';

/** One tool call the model asks for. */
export interface MemoryCall {
  readonly id: string;
  readonly name: string;
  readonly args?: unknown;
  /** The arguments as written, where they are no JSON. */
  readonly raw?: string;
  /** Given when the provider runs the tool: what came of it. */
  readonly providerResult?: unknown;
}

/** What the model does with one request. */
export interface MemoryTurn {
  readonly text?: string | readonly string[];
  readonly reasoning?: readonly string[];
  readonly calls?: readonly MemoryCall[];
  readonly finish?: string;
  readonly error?: unknown;
  /** An error in the middle of a stream, after the text. */
  readonly streamError?: unknown;
  /** Milliseconds before every chunk of a stream. */
  readonly delayMs?: number;
  /** Waits for the abort signal after the text. */
  readonly hang?: boolean;
}

/** The parameters of one call, as far as tests look. */
export interface SeenParams {
  readonly prompt: readonly {
    readonly role: string;
    readonly content: string | readonly Readonly<Record<string, unknown>>[];
    readonly [key: string]: unknown;
  }[];
  readonly tools?: readonly { readonly name: string; readonly type: string }[];
  readonly abortSignal?: AbortSignal;
  readonly [setting: string]: unknown;
}

/** A model in memory, with everything it was asked. */
export interface MemoryModel {
  readonly model: Exclude<LanguageModel, string>;
  readonly seen: SeenParams[];
  /** How often a stream of this model was cancelled. */
  readonly cancelled: unknown[];
}

type Specification = 'v2' | 'v3' | 'v4';
type Piece = Readonly<Record<string, unknown>>;

/** Makes a model of one generation that answers the nth request with the nth turn. */
export function memoryModel(
  turns: readonly MemoryTurn[],
  specificationVersion: Specification = 'v3',
): MemoryModel {
  const seen: SeenParams[] = [];
  const cancelled: unknown[] = [];
  const next = (params: SeenParams): MemoryTurn => {
    seen.push(params);
    const turn = turns[seen.length - 1];
    if (turn === undefined) throw new Error(`request ${seen.length} was not expected`);
    if (turn.error !== undefined) throw turn.error as Error;
    return turn;
  };
  const model = {
    specificationVersion,
    provider: 'memory',
    modelId: 'memory-1',
    supportedUrls: {},
    doGenerate: async (params: SeenParams) => {
      const turn = next(params);
      if (turn.hang === true) await aborted(params.abortSignal);
      return { content: contentOf(turn), ...endOf(turn, specificationVersion), warnings: [] };
    },
    doStream: async (params: SeenParams) => {
      const turn = next(params);
      return { stream: streamOf(turn, params, specificationVersion, cancelled) };
    },
  };
  // The three generations differ only in the end of an answer, which is made to measure.
  return { model: model as unknown as MemoryModel['model'], seen, cancelled };
}

function texts(text: string | readonly string[] | undefined): readonly string[] {
  return text === undefined ? [] : typeof text === 'string' ? [text] : text;
}

function contentOf(turn: MemoryTurn): Piece[] {
  const reasoning = texts(turn.reasoning).join('');
  const text = texts(turn.text).join('');
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...(turn.calls ?? []).flatMap(callParts),
  ];
}

function callParts(call: MemoryCall): Piece[] {
  const input = call.raw ?? JSON.stringify(call.args ?? {});
  const part = { type: 'tool-call', toolCallId: call.id, toolName: call.name, input };
  if (!('providerResult' in call)) return [part];
  const result = {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.name,
    result: call.providerResult,
  };
  return [
    { ...part, providerExecuted: true },
    { ...result, providerExecuted: true },
  ];
}

function endOf(turn: MemoryTurn, version: Specification): Piece {
  const local = turn.calls?.some((call) => !('providerResult' in call)) === true;
  const word = turn.finish ?? (local ? 'tool-calls' : 'stop');
  if (version === 'v2')
    return { finishReason: word, usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 } };
  return {
    finishReason: { unified: word, raw: word },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
}

async function* pieces(
  turn: MemoryTurn,
  params: SeenParams,
  version: Specification,
): AsyncGenerator<Piece> {
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, turn.delayMs));
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', id: 'response-1', modelId: 'memory-1' };
  yield* block('reasoning', texts(turn.reasoning), turn.delayMs === undefined ? undefined : wait);
  const text = block(
    'text',
    texts(turn.text),
    turn.delayMs === undefined ? undefined : wait,
    turn.hang === true,
  );
  yield* text;
  if (turn.hang === true) await aborted(params.abortSignal);
  if (turn.streamError !== undefined) yield { type: 'error', error: turn.streamError };
  for (const call of turn.calls ?? []) {
    const [part, result] = callParts(call);
    yield { type: 'tool-input-start', id: call.id, toolName: call.name };
    yield { type: 'tool-input-delta', id: call.id, delta: part?.['input'] };
    yield { type: 'tool-input-end', id: call.id };
    yield part ?? {};
    if (result !== undefined) yield result;
  }
  yield { type: 'finish', ...endOf(turn, version) };
}

async function* block(
  kind: string,
  chunks: readonly string[],
  wait?: () => Promise<void>,
  open = false,
): AsyncGenerator<Piece> {
  if (chunks.length === 0) return;
  yield { type: `${kind}-start`, id: '0' };
  for (const delta of chunks) {
    await wait?.();
    yield { type: `${kind}-delta`, id: '0', delta };
  }
  if (!open) yield { type: `${kind}-end`, id: '0' };
}

function streamOf(
  turn: MemoryTurn,
  params: SeenParams,
  version: Specification,
  cancelled: unknown[],
): ReadableStream<Piece> {
  const source = pieces(turn, params, version);
  return new ReadableStream<Piece>(
    {
      async pull(out) {
        const next = await source.next();
        if (next.done === true) out.close();
        else out.enqueue(next.value);
      },
      cancel(reason) {
        cancelled.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason as Error);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
