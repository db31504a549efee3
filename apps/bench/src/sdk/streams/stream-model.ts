import { USAGE, type Model } from '../tool-loop-model.ts';

type StreamPart =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/** A model in memory that streams this many text chunks, at once or one every so many milliseconds. */
export function streamModel(chunks: number, everyMs = 0): Model {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'stream',
    supportedUrls: {},
    doGenerate: () =>
      Promise.reject(new Error('[bench_not_generated] this model only streams; use toolLoopModel')),
    doStream: () => Promise.resolve({ stream: streamOf(partsOf(chunks), everyMs) }),
  };
}

function partsOf(chunks: number): readonly StreamPart[] {
  const deltas = Array.from({ length: chunks }, (_, index): StreamPart => ({
    type: 'text-delta',
    id: '0',
    delta: `word${index % 10} `,
  }));
  const finishReason = { unified: 'stop', raw: 'stop' } as const;
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '0' },
    ...deltas,
    { type: 'text-end', id: '0' },
    { type: 'finish', finishReason, usage: USAGE },
  ];
}

function streamOf(parts: readonly StreamPart[], everyMs: number): ReadableStream<StreamPart> {
  let next = 0;
  return new ReadableStream<StreamPart>(
    {
      async pull(controller) {
        if (everyMs > 0) await new Promise((done) => setTimeout(done, everyMs));
        const part = parts[next++];
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
}
