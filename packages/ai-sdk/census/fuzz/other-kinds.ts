import type { FuzzApp, FuzzKind } from '@interpose/testing/fuzz';

import type { Sdk } from '../../test/sdk-versions.ts';
import { answerEvents, hooked, keepError, modelOf } from './kinds.ts';

/** Objects, and a model by itself. */
export function otherKinds(sdk: Sdk): readonly FuzzKind[] {
  const both = { modes: ['plain', 'streamed'], events: answerEvents, tools: [] } as const;
  return [
    {
      ...both,
      name: 'object',
      entries: ['generateObject', 'streamObject'],
      wraps: { 'hook again': [], 'wrap the model': ['wrapLanguageModel'] },
      says: 'json',
      open: (app) => openObject(sdk, app),
    },
    {
      ...both,
      name: 'model',
      entries: ['model.doGenerate', 'model.doStream'],
      wraps: { 'wrap the model': ['wrapLanguageModel'], 'hook the model': [] },
      open: (app) => openModel(sdk, app),
    },
  ];
}

function openObject(sdk: Sdk, app: FuzzApp): () => Promise<unknown> {
  const once = hooked(sdk, app);
  const module = app.wraps.includes('hook again') ? hooked(once, app) : once;
  const call = {
    model: modelOf(sdk, app),
    schema: sdk.jsonSchema<object>({ type: 'object', properties: { answer: { type: 'string' } } }),
    maxRetries: 0,
    ...(app.signal === undefined ? {} : { abortSignal: app.signal }),
  };
  return async () => {
    const { prompt } = app;
    if (app.mode === 'plain') return module.generateObject({ ...call, prompt });
    const result = module.streamObject({ ...call, prompt, onError: keepError(app) });
    const chunks = await app.read(result.fullStream);
    const object = app.stops ? undefined : await result.object.catch((error: unknown) => error);
    return Object.defineProperty({ chunks, object }, 'result', { value: result });
  };
}

/** A model as a caller by hand uses it. */
interface ByHand {
  readonly doGenerate: (params: object) => PromiseLike<unknown>;
  readonly doStream: (params: object) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

function openModel(sdk: Sdk, app: FuzzApp): () => Promise<unknown> {
  // Every model of the SDK has both functions; their types differ between the majors.
  const model = hooked(modelOf(sdk, app) as object, app) as unknown as ByHand;
  return async () => {
    const prompt = [{ role: 'user', content: [{ type: 'text', text: app.prompt }] }];
    const params = { prompt, ...(app.signal === undefined ? {} : { abortSignal: app.signal }) };
    if (app.mode === 'plain') return model.doGenerate(params);
    const { stream, ...rest } = await model.doStream(params);
    return { chunks: await app.read(stream), rest };
  };
}
