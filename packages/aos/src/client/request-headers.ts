import type { Trace } from '@interpose/core';

import type { Settings } from './settings.ts';

/** The header that names a decision announced for later. */
export const DECISION_HEADER = 'interpose-decision';

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const PRINTABLE = /^[\x20-\x7E]*$/;

/** Type, token, trace context (W3C, level 1), and the decision that is waited for. */
export function requestHeaders(
  { token }: Pick<Settings, 'token'>,
  trace: Trace | undefined,
  decision?: string,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
  };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (decision !== undefined) headers[DECISION_HEADER] = decision;
  if (trace === undefined || !TRACEPARENT.test(trace.traceparent)) return headers;
  headers['traceparent'] = trace.traceparent;
  const { tracestate } = trace;
  if (tracestate !== undefined && PRINTABLE.test(tracestate)) headers['tracestate'] = tracestate;
  return headers;
}
