import {
  makeTags,
  unwatched,
  watchOriginal,
  withMembers,
  type Layer,
  type Tags,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { ChatRun } from '../run/host-run.ts';
import { askInStep, isStepSought } from '../run/nesting.ts';
import { methodOf } from '../run/own-methods.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';

/** The tags on values that this adapter has hooked. */
export const tags: Tags = makeTags('ai-sdk');

/** Returns the object with some of its methods passing these hooks; the other methods run on the object itself. */
export function hookMethods<T extends object>(
  target: T,
  methods: Readonly<Record<string, unknown>>,
  hooks: Hooks,
): T {
  const tagged = { by: tags, tag: { hooks, target } };
  return withMembers(target, methods, { tagged });
}

/**
 * Reports, under this name, when the app uses the original in place of the hooked object. An original that another
 * layer has hooked is not watched, because it passes that layer's hooks.
 */
export function watch(original: object, name: string, layer: Layer): void {
  if (tags.of(original) !== undefined) return;
  watchOriginal(original, METHODS, {
    ...layer,
    adapter: 'ai-sdk',
    event: 'preRequest',
    name,
    isInner: ([params]) =>
      methodOf(original) !== undefined ||
      judged.has((params as Partial<NativeParams> | undefined)?.prompt as object),
  });
}

/** The methods that run an agent, a model or a tool. */
const METHODS = ['generate', 'stream', 'doGenerate', 'doStream', 'execute'];

/** The prompts that hooks have passed and a model is answering: it may call itself with them, to stream its answer. */
const judged = new WeakSet<object>();

/** Calls the model itself, after the hooks let the request pass. */
export function callModel(
  run: ChatRun,
  model: NativeModel,
  name: 'doGenerate' | 'doStream',
  params: NativeParams,
): PromiseLike<unknown> {
  const method = unwatched(model[name]) as (given: NativeParams) => PromiseLike<unknown>;
  if (method === model[name])
    return isStepSought(run)
      ? askInStep(run, () => method.call(model, params))
      : method.call(model, params);
  return askInStep(run, async () => {
    const { prompt } = params;
    judged.add(prompt);
    try {
      return await method.call(model, params);
    } finally {
      judged.delete(prompt);
    }
  });
}
