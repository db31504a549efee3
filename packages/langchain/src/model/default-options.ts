import { isDict } from '@interpose/adapter-kit';

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

function defaultsOf(model: NativeModel): CallOptions | undefined {
  const { defaultOptions } = model as { readonly defaultOptions?: unknown };
  return isDict(defaultOptions) && Object.keys(defaultOptions).length > 0
    ? defaultOptions
    : undefined;
}
