import { isDict } from '@interpose/adapter-kit';

import { rootOf } from '../targets/hook-object.ts';
import type { CallOptions, NativeModel } from '../translate/native.ts';

/**
 * Returns the options of a call together with the default options of the model. An OpenAI model keeps what is bound to
 * it, tools included, and adds these options itself, below the hooks, when it streams.
 */
export function withDefaults(model: NativeModel, options: CallOptions): CallOptions {
  const defaults = defaultsOf(model);
  return defaults === undefined ? options : { ...defaults, ...options };
}

/** Returns the options with `undefined` for each default that hooks removed, so that the model does not add it back. */
export function overDefaults(model: NativeModel, options: CallOptions): CallOptions {
  const defaults = defaultsOf(model);
  if (defaults === undefined) return options;
  const absent = Object.keys(defaults).filter((key) => !Object.hasOwn(options, key));
  if (absent.length === 0) return options;
  return { ...Object.fromEntries(absent.map((key) => [key, undefined])), ...options };
}

/** The fields in which integrations keep settings that the model adds to every request, over those of a call. */
const KEPT = ['modelKwargs', 'invocationKwargs', 'additionalModelRequestFields'] as const;

/** Returns the settings that the model, or an inner model of an OpenAI model, adds to every request below the hooks. */
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
