import type { Probe } from '@interpose/testing/probes';
import { refine } from './loop-probes.ts';
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
    kitProbe(version, 'callbacks of embeddings', ['preRequest'], async ({ module, run }) => {
      const model = embeddingModel(run);
      const one = await module.embed({ model, value: 'a text', ...noting(run) });
      return [one, await module.embedMany({ model, values: ['a text'], ...noting(run) })];
    }),
    modelCallProbe(version, 'experimental_streamLanguageModelCall', () => ({})),
    modelCallProbe(version, 'options of a model call', ({ sdk, tools, run }) => ({
      tools,
      repairToolCall: () => null,
      refineToolInput: { refund: refine },
      output: sdk.Output.text(),
      ...noting(run),
    })),
  ];
}

/** One model call by itself, which only some versions have. */
function modelCallProbe(version: SdkVersion, name: string, optionsOf: (kit: Kit) => object): Probe {
  const own = 'experimental_streamLanguageModelCall';
  const app = async (kit: Kit): Promise<unknown> => {
    const call = (kit.module as unknown as Readonly<Record<string, ModelCall>>)[own]; // Not in every type.
    const given = { model: kit.model, prompt: 'Answer.', messages: undefined, ...optionsOf(kit) };
    const result = await call?.(given);
    return { chunks: await drain(result?.stream ?? new ReadableStream()), result };
  };
  return {
    ...kitProbe(version, name, [...ask, 'onResponseDelta'], app, 'text'),
    runsOn: () => own in version.sdk,
  };
}

/** Callbacks that keep what they are told. */
function noting(run: Kit['run']): object {
  return Object.fromEntries(
    [
      'onStart',
      'onEnd',
      'experimental_onStart',
      'experimental_onEnd',
      'onLanguageModelCallStart',
      'onLanguageModelCallEnd',
    ].map((name) => [name, (event: unknown) => run.note(name, event)]),
  );
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
