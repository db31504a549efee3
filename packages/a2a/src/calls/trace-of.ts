import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { Trace } from '@interpose/core';

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/;

/** The W3C trace context that came with a request, where the SDK's default context builder kept its headers. */
export function traceOf(context: unknown): Trace | undefined {
  const headers = (context as Partial<ServerCallContext> | undefined)?.state?.get('headers');
  if (typeof headers !== 'object' || headers === null) return undefined;
  const { traceparent, tracestate } = headers as Readonly<Record<string, unknown>>;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  return { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : undefined) };
}
