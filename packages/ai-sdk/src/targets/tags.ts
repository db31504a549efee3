import {
  makeTags,
  unwatched,
  watchOriginal,
  type Tags,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { ChatRun } from '../run/host-run.ts';
import { askInStep } from '../run/nesting.ts';
import type { NativeModel, NativeParams } from '../translate/native.ts';

/** What the values hooked by this adapter say about themselves. */
export const tags: Tags = makeTags('ai-sdk');

/** What was hooked, how messages call it, and with what. */
interface Watched {
  readonly original: object;
  readonly name: string;
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  /** True while it runs for what is hooked of it. */
  readonly isInner?: (() => boolean) | undefined;
}

/** Tells of what was hooked when it is run as it was before; under another layer of hooks it passes those. */
export function watch({ original, name, hooks, options, isInner }: Watched): void {
  if (tags.of(original) !== undefined) return;
  watchOriginal(original, METHODS, {
    hooks,
    options,
    adapter: 'ai-sdk',
    event: 'preRequest',
    name,
    isInner: ([params]) =>
      isInner?.() === true ||
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
  const call = (): PromiseLike<unknown> =>
    method === model[name] ? method.call(model, params) : callWatched(model, method, params);
  return askInStep(run, call);
}

async function callWatched(
  model: NativeModel,
  method: (given: NativeParams) => PromiseLike<unknown>,
  params: NativeParams,
): Promise<unknown> {
  const { prompt } = params;
  judged.add(prompt);
  try {
    return await method.call(model, params);
  } finally {
    judged.delete(prompt);
  }
}
