import { wrapLanguageModel, type LanguageModelMiddleware } from 'ai';

import { makeHooks, type BenchHook } from '../subjects/make-hooks.ts';
import type { Model } from './tool-loop-model.ts';

/** The same model behind this many of the SDK's own middlewares, each looking before and after the call. */
export async function nativeMiddlewares(model: Model, count: number): Promise<Model> {
  const before = await makeHooks('sync', count, (index) => `ctx.prompt.length === ${1000 + index}`);
  const after = await makeHooks('sync', count, (index) => `ctx.content.length === ${1000 + index}`);
  const middleware = before.map((look, index) => middlewareOf(look, after[index] as BenchHook));
  return wrapLanguageModel({ model, middleware });
}

function middlewareOf(before: BenchHook, after: BenchHook): LanguageModelMiddleware {
  return {
    transformParams({ params }) {
      refuseIf(before(params as never));
      return Promise.resolve(params);
    },
    async wrapGenerate({ doGenerate }) {
      const generated = await doGenerate();
      refuseIf(after(generated as never));
      return generated;
    },
  };
}

function refuseIf(answer: unknown): void {
  if (answer !== undefined)
    throw new Error('[bench_refused] a hook of a benchmark refused; none should');
}
