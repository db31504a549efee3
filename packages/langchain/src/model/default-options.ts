import { isDict } from '@interpose/adapter-kit';

import { rootOf } from '../targets/hook-object.ts';
import type { CallOptions, NativeModel } from '../translate/native.ts';

/**
 * The options of a call with those that the model keeps: what is bound to a model of OpenAI, its tools too, lies in the
 * model, which adds it below the hooks where it streams.
 */
export function withDefaults(model: NativeModel, options: CallOptions): CallOptions {
  const defaults = defaultsOf(model);
  return defaults === undefined ? options : { ...defaults, ...options };
}

/** The same options with nothing left for the model to add: what hooks took away stays away. */
export function overDefaults(model: NativeModel, options: CallOptions): CallOptions {
  const defaults = defaultsOf(model);
  if (defaults === undefined) return options;
  const absent = Object.keys(defaults).filter((key) => !Object.hasOwn(options, key));
  if (absent.length === 0) return options;
  return { ...Object.fromEntries(absent.map((key) => [key, undefined])), ...options };
}

/** Where integrations keep what a model adds to every request itself, over what a call says. */
const KEPT = ['modelKwargs', 'invocationKwargs', 'additionalModelRequestFields'] as const;

/** What the model, or one of the two that a model of OpenAI sends through, adds to every request below the hooks. */
export function settingsKept(model: NativeModel): CallOptions | undefined {
  const root = rootOf(model) as NativeModel;
  let kept: CallOptions | undefined;
  for (const holder of [root, root['responses'], root['completions']]) {
    if (!isDict(holder)) continue;
    for (const name of KEPT) {
      const own = holder[name];
      if (!isDict(own) || own === kept || Object.keys(own).length === 0) continue;
      kept = kept === undefined ? own : { ...kept, ...own };
    }
  }
  return kept;
}

function defaultsOf(model: NativeModel): CallOptions | undefined {
  const { defaultOptions } = model as { readonly defaultOptions?: unknown };
  return isDict(defaultOptions) && Object.keys(defaultOptions).length > 0
    ? defaultOptions
    : undefined;
}
