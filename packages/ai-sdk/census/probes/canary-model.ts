import { canaries, type ProbeRun } from '@interpose/testing/probes';
import type { LanguageModel } from 'ai';

type Piece = Readonly<Record<string, unknown>>;

/** The arguments of the only call that the model makes. */
const callArguments = { euros: 5 };

/** What the model says: `calls` asks for a tool first, `text` answers at once, `json` answers with an object. */
export type Script = 'calls' | 'text' | 'json' | 'broken call' | 'twin calls' | 'nameless calls';

const metadata = { probe: { secret: canaries.metadata } };

/** A model in memory of which every field carries a canary. */
export function canaryModel(run: ProbeRun, script: Script): Exclude<LanguageModel, string> {
  let requests = 0;
  const answer = (params: unknown): Piece[] => {
    requests += 1;
    run.requested(params);
    return requests === 1 && script.includes('call') ? firstAnswer(script) : finalAnswer(script);
  };
  const model = {
    specificationVersion: 'v3',
    provider: 'probe',
    modelId: 'canary',
    supportedUrls: {},
    doGenerate: async (params: unknown) => {
      const content = answer(params);
      const said = textsOf(content);
      const warnings = [{ type: 'other', message: said }];
      const response = { id: 'answer', body: bodyOf(content), raw: said };
      return { content, ...endOf(content), warnings, response, structuredOutputText: said };
    },
    doStream: async (params: unknown) => ({ stream: streamOf(answer({ streamed: params })) }),
  };
  // The supported majors take this generation of models alike; only their types differ.
  return model as unknown as Exclude<LanguageModel, string>;
}

function firstAnswer(script: Script): Piece[] {
  const input = script === 'broken call' ? '{"euros":' : JSON.stringify(callArguments);
  return [
    { type: 'reasoning', text: canaries.firstReasoning, providerMetadata: metadata },
    { type: 'text', text: canaries.firstText },
    ...idsOf(script).map((toolCallId) => ({
      type: 'tool-call',
      toolCallId,
      toolName: 'refund',
      input,
    })),
  ];
}

function idsOf(script: Script): readonly string[] {
  if (script === 'twin calls') return ['c1', 'c1'];
  return script === 'nameless calls' ? ['', ''] : ['c1'];
}

function finalAnswer(script: Script): Piece[] {
  const text =
    script === 'json' ? JSON.stringify({ answer: canaries.finalText }) : canaries.finalText;
  return [
    { type: 'reasoning', text: canaries.finalReasoning },
    { type: 'text', text },
  ];
}

function endOf(content: readonly Piece[]): Piece {
  const reason = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
  return {
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
    providerMetadata: { probe: { secret: canaries.metadata, logprobs: textsOf(content) } },
  };
}

/** All that an answer says, as a provider may repeat it in other fields. */
function textsOf(content: readonly Piece[]): string {
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join(' ');
}

/** What the provider sent, as the SDK keeps it: it holds the same texts. */
function bodyOf(content: readonly Piece[]): Piece {
  return { choices: content.map((part) => ({ ...part })) };
}

function streamOf(content: readonly Piece[]): ReadableStream<Piece> {
  const pieces: Piece[] = [
    { type: 'stream-start', warnings: [] },
    ...content.flatMap((part, index) => piecesOf(part, String(index))),
    { type: 'finish', ...endOf(content) },
  ];
  return new ReadableStream({
    pull(out) {
      const piece = pieces.shift();
      if (piece === undefined) out.close();
      else out.enqueue(piece);
    },
  });
}

function piecesOf(part: Piece, id: string): Piece[] {
  const { type, text } = part;
  if (type === 'tool-call') return [part];
  return [
    { type: `${String(type)}-start`, id },
    { type: `${String(type)}-delta`, id, delta: text, providerMetadata: { probe: { text } } },
    { type: `${String(type)}-end`, id, providerMetadata: { probe: { text } } },
  ];
}
