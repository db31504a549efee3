import type { Trace } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';

import type { Settings } from './settings.ts';

/** The header with the token of a pending decision. */
export const DECISION_HEADER = 'interpose-decision';

/** Returns the headers: type, token, trace context (W3C, level 1), and the token of a pending decision. */
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
  return Object.assign(headers, readTrace(trace));
}
