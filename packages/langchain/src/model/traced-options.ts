import type { Chat } from '@interpose/core/adapter';
import { isDict, type CallOptions } from '../translate/native.ts';

/**
 * Call options that carry the chat's trace context to the provider; headers the app set itself stand.
 * Providers take headers in either of two places, and leave alone what they do not know.
 */
export function tracedOptions({ trace }: Chat, options: CallOptions): CallOptions {
  if (trace === undefined) return options;
  const inner = isDict(options['options']) ? options['options'] : {};
  return {
    ...options,
    headers: { ...trace, ...headersOf(options) },
    options: { ...inner, headers: { ...trace, ...headersOf(inner) } },
  };
}

function headersOf({ headers }: Readonly<Record<string, unknown>>): object {
  return isDict(headers) ? headers : {};
}
