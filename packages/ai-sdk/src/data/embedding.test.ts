import { createHooks, deny, DeniedError, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Embedded {
  readonly model: never;
  readonly values: unknown[][];
}

function embeddingModel(): Embedded {
  const values: unknown[][] = [];
  const model = {
    specificationVersion: 'v3',
    provider: 'memory',
    modelId: 'memory-embed',
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: true,
    async doEmbed(options: { values: unknown[] }) {
      values.push(options.values);
      return { embeddings: options.values.map(() => [1, 2]), warnings: [] };
    },
  };
  return { model: model as never, values };
}

describe.each(sdkVersions)('embeddings on ai $version', ({ sdk }) => {
  test('pass preRequest, each request by itself, and end their chat', async () => {
    const hooks = createHooks();
    const events: string[] = [];
    hooks.observe('*', ({ event }) => void events.push(event));
    const { model, values } = embeddingModel();
    const { embeddings } = await withHooks(sdk, hooks).embedMany({
      model,
      values: ['one', 'two', 'three'],
    });
    await hooks.flush();
    expect([embeddings.length, values]).toEqual([3, [['one', 'two'], ['three']]]);
    expect(events).toEqual([
      'onSessionStart',
      'onChatStart',
      'preRequest',
      'preRequest',
      'onChatDone',
      'onSessionEnd',
    ]);
  });

  test('carry the trace context on, beside headers of the app', async () => {
    const { model } = embeddingModel();
    const sent: unknown[] = [];
    const doEmbed = async (options: { headers: unknown; values: unknown[] }) => {
      sent.push(options.headers);
      return { embeddings: options.values.map(() => [1]), warnings: [] };
    };
    const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    const hooked = withHooks(sdk, createHooks(), { trace });
    const traced = { ...(model as object), doEmbed } as never;
    await hooked.embed({ model: traced, value: 'one', headers: { tenant: 'bakery' } });
    expect(sent).toEqual([expect.objectContaining({ ...trace, tenant: 'bakery' })]);
  });

  test('send what a hook changed, and nothing that it denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) =>
      JSON.stringify(request.messages).includes('secret')
        ? deny('no secrets')
        : {
            request: {
              ...request,
              messages: request.messages.map((message) =>
                mapText(message, (text) => text.toUpperCase()),
              ),
            },
          },
    );
    const { model, values } = embeddingModel();
    const { embed } = withHooks(sdk, hooks);
    await embed({ model, value: 'bread' });
    await expect(embed({ model, value: 'my secret' })).rejects.toSatisfy((error) =>
      DeniedError.isInstance(error),
    );
    expect(values).toEqual([['BREAD']]);
  });

  test('refuse a changed number of values', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, messages: [] } }));
    const { model } = embeddingModel();
    await expect(withHooks(sdk, hooks).embed({ model, value: 'bread' })).rejects.toThrow(
      /embedding_count_changed/,
    );
  });
});
