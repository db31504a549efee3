import type { FuzzAnswer, FuzzApp } from '@interpose/testing/fuzz';
import type { LanguageModel } from 'ai';

type Piece = Readonly<Record<string, unknown>>;

/** A model as all supported majors take it. */
export type FuzzModel = Exclude<LanguageModel, string>;

interface Params {
  readonly abortSignal?: AbortSignal;
}

/** The model in memory that answers what the program says. */
export function fuzzModel({ answer }: FuzzApp): FuzzModel {
  const model = {
    specificationVersion: 'v3',
    provider: 'fuzz',
    modelId: 'random',
    supportedUrls: {},
    doGenerate: async (params: Params) => {
      const given = await answer(params, params.abortSignal);
      if (given.end !== 'whole') throw new Error(given.problem);
      const content = contentOf(given);
      return { content, ...endOf(given), warnings: [], response: { body: { content } } };
    },
    doStream: async (params: Params) => {
      const given = await answer(params, params.abortSignal);
      if (given.end === 'failure') throw new Error(given.problem);
      return { stream: streamOf(given) };
    },
  };
  // The supported majors take this generation of models alike; only their types differ.
  return model as unknown as FuzzModel;
}

function contentOf({ thought, text, calls }: FuzzAnswer): Piece[] {
  return [
    ...(thought.length === 0 ? [] : [{ type: 'reasoning', text: thought.join('') }]),
    ...(text.length === 0 ? [] : [{ type: 'text', text: text.join('') }]),
    ...calls.map(callOf),
  ];
}

function callOf({ id, name, input }: FuzzAnswer['calls'][number]): Piece {
  return { type: 'tool-call', toolCallId: id, toolName: name, input };
}

function endOf({ calls }: FuzzAnswer): Piece {
  const reason = calls.length > 0 ? 'tool-calls' : 'stop';
  return {
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
}

function streamOf(given: FuzzAnswer): ReadableStream<Piece> {
  const pieces = piecesOf(given);
  return new ReadableStream({
    pull(out) {
      const piece = pieces.shift();
      if (piece !== undefined) out.enqueue(piece);
      else if (given.end === 'cut') out.error(new Error(given.problem));
      else out.close();
    },
  });
}

function piecesOf(given: FuzzAnswer): Piece[] {
  const { thought, text, calls, end } = given;
  const opened = [
    { type: 'stream-start', warnings: [] },
    ...blockOf('reasoning', thought),
    ...blockOf('text', text),
  ];
  if (end === 'cut') return text.length === 0 ? opened : opened.slice(0, -1);
  return [...opened, ...calls.flatMap(spelledOut), { type: 'finish', ...endOf(given) }];
}

function blockOf(type: string, chunks: readonly string[]): Piece[] {
  if (chunks.length === 0) return [];
  const deltas = chunks.map((delta) => ({ type: `${type}-delta`, id: type, delta }));
  return [{ type: `${type}-start`, id: type }, ...deltas, { type: `${type}-end`, id: type }];
}

/** A call as providers stream it: its input in pieces, then the whole. */
function spelledOut(call: FuzzAnswer['calls'][number]): Piece[] {
  const { id, name, input } = call;
  return [
    { type: 'tool-input-start', id, toolName: name },
    { type: 'tool-input-delta', id, delta: input },
    { type: 'tool-input-end', id },
    callOf(call),
  ];
}
