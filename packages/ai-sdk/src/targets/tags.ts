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
import { askInStep } from '../run/nesting.ts';
import { methodOf } from '../run/own-methods.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';

/** What the values hooked by this adapter say about themselves. */
export const tags: Tags = makeTags('ai-sdk');

/** The same object, with some of its methods passing these hooks; the others run on the object itself. */
export function hookMethods<T extends object>(
  target: T,
  methods: Readonly<Record<string, unknown>>,
  hooks: Hooks,
): T {
  const tagged = { by: tags, tag: { hooks, target } };
  return withMembers(target, methods, { methodsRunOn: 'target', tagged });
}

/**
 * Tells of what was hooked, by this name, when it is run as it was before and not for what is hooked of it; under another
 * layer of hooks it passes those.
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

/** The methods by which an agent, a model or a tool runs. */
const METHODS = ['generate', 'stream', 'doGenerate', 'doStream', 'execute'];

/** The prompts that passed the hooks and are being answered: a model may ask itself with them, to stream what it generates. */
const judged = new WeakSet<object>();

/** Calls the model itself, once the hooks let the request pass. */
export function callModel(
  run: ChatRun,
  model: NativeModel,
  name: 'doGenerate' | 'doStream',
  params: NativeParams,
): PromiseLike<unknown> {
  const method = unwatched(model[name]) as (given: NativeParams) => PromiseLike<unknown>;
  if (method === model[name]) return askInStep(run, () => method.call(model, params));
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
