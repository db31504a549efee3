import type { LanguageModel } from 'ai';

/** A language model of the SDK's current specification. */
export type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>;

/** What the SDK asks a model. */
export type ModelCall = Parameters<Model['doGenerate']>[0];

type Generated = Awaited<ReturnType<Model['doGenerate']>>;

/** Tokens as every answer of a benchmark reports them. */
export const USAGE: Generated['usage'] = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model in memory that asks for one tool call and then answers: two model calls and one tool per run. */
export function toolLoopModel(): Model {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'tool-loop',
    supportedUrls: {},
    doGenerate: (call) => Promise.resolve(hasToolResult(call) ? answer() : toolCall()),
    doStream: () =>
      Promise.reject(new Error('[bench_not_streamed] this model only generates; use streamModel')),
  };
}

function hasToolResult({ prompt }: ModelCall): boolean {
  return prompt.at(-1)?.role === 'tool';
}

function toolCall(): Generated {
  const input = JSON.stringify({ city: 'Lisbon' });
  return {
    content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input }],
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage: USAGE,
    warnings: [],
  };
}

function answer(): Generated {
  return {
    content: [{ type: 'text', text: 'It is sunny in Lisbon.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: USAGE,
    warnings: [],
  };
}
