import type { Probe } from '@interpose/testing/probes';
import { z } from 'zod';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { ask } from './call-probes.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** Embeddings, and the ways of asking a model that few apps use. */
export function otherProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'embed', ['preRequest'], ({ module, run }) =>
      module.embed({ model: embeddingModel(run), value: 'a text' }),
    ),
    kitProbe(version, 'embedMany', ['preRequest'], ({ module, run }) =>
      module.embedMany({ model: embeddingModel(run), values: ['a text'] }),
    ),
    kitProbe(
      version,
      'repairText',
      ask,
      ({ module, model, run }) => {
        const repair = async ({ text }: { text: string }): Promise<string> => {
          run.note('repairText', text);
          return '{"answer":"repaired"}';
        };
        const options = { experimental_repairText: repair, repairText: repair };
        const schema = z.object({ answer: z.string() });
        return module.generateObject({ model, schema, prompt: 'Answer.', ...options });
      },
      'text',
    ),
    {
      ...kitProbe(
        version,
        'experimental_streamLanguageModelCall',
        [...ask, 'onResponseDelta'],
        async ({ module, model }) => {
          const name = 'experimental_streamLanguageModelCall';
          const call = (module as unknown as Readonly<Record<string, ModelCall>>)[name]; // Only some versions have it.
          const result = await call?.({ model, prompt: 'Answer.', messages: undefined });
          return { chunks: await drain(result?.stream ?? new ReadableStream()), result };
        },
        'text',
      ),
      runsOn: () => 'experimental_streamLanguageModelCall' in version.sdk,
    },
  ];
}

type ModelCall = (options: object) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;

function embeddingModel(run: Kit['run']): never {
  const model = {
    specificationVersion: 'v3',
    provider: 'probe',
    modelId: 'canary',
    maxEmbeddingsPerCall: 10,
    supportsParallelCalls: true,
    doEmbed: async ({ values }: { readonly values: readonly string[] }) => {
      run.requested(values);
      return { embeddings: values.map(() => [1, 2]), usage: { tokens: 3 }, warnings: [] };
    },
  };
  // The types of the embedding models differ between the majors.
  return model as unknown as never;
}
