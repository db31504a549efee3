import { withHooks } from '../../src/index.ts';
import { sdk, type RunPath } from './run-path.ts';

/** An embedding; the text is what the provider was asked to embed. */
export function runEmbedding(name: 'embed' | 'embedMany'): RunPath {
  return async (hooks, turns = []) => {
    const values: unknown[] = [];
    const model = {
      specificationVersion: 'v4',
      provider: 'memory',
      modelId: 'memory-embed',
      maxEmbeddingsPerCall: 9,
      supportsParallelCalls: true,
      async doEmbed(options: { values: unknown[] }) {
        if (turns[0]?.error !== undefined) throw turns[0].error as Error;
        values.push(...options.values);
        return { embeddings: options.values.map(() => [1]), warnings: [] };
      },
    };
    const hooked = withHooks(sdk, hooks);
    try {
      const given = { model: model as never, maxRetries: 0 };
      if (name === 'embed') await hooked.embed({ ...given, value: 'What price?' });
      else await hooked.embedMany({ ...given, values: ['What price?'] });
      return { text: values.join(' '), seen: [] };
    } catch (error) {
      return { text: values.join(' '), error, seen: [] };
    }
  };
}
