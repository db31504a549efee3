import type { LanguageModel } from 'ai';

/** One part of a provider's stream. */
export type StreamPart = Readonly<Record<string, unknown>>;

/** A model in memory that streams these very parts, one list for each request, and what it was asked. */
export function partModel(...answers: readonly (readonly StreamPart[])[]): {
  readonly model: Exclude<LanguageModel, string>;
  readonly prompts: unknown[];
} {
  const prompts: unknown[] = [];
  const model = {
    specificationVersion: 'v3',
    provider: 'memory',
    modelId: 'parts',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it only streams')),
    doStream: async ({ prompt }: { readonly prompt: unknown }) => {
      prompts.push(prompt);
      return {
        stream: new ReadableStream<StreamPart>({
          start(out) {
            out.enqueue({ type: 'stream-start', warnings: [] });
            for (const part of answers[prompts.length - 1] ?? []) out.enqueue(part);
            out.close();
          },
        }),
      };
    },
  };
  // All supported majors take this generation of models; only the types differ.
  return { model: model as unknown as Exclude<LanguageModel, string>, prompts };
}

/** A whole text block. */
export function said(id: string, text: string): StreamPart[] {
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ];
}

/** A call of a tool without arguments. */
export function called(toolCallId: string, toolName: string): StreamPart {
  return { type: 'tool-call', toolCallId, toolName, input: '{}' };
}

/** The end of an answer. */
export function finished(reason: string, more: object = {}): StreamPart {
  const usage = {
    inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  };
  return { type: 'finish', finishReason: { unified: reason, raw: reason }, usage, ...more };
}
