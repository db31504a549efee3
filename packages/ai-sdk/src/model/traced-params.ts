import type { Chat } from '@interpose/core/adapter';

/** Parameters of a call to a provider that carry the chat's trace context; headers the app set itself stand. */
export function tracedParams<P extends object>({ trace }: Chat, params: P): P {
  if (trace === undefined) return params;
  const { headers } = params as { readonly headers?: object };
  return { ...params, headers: { ...trace, ...headers } };
}
