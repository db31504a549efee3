import type { Trace } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';

import type { Settings } from './settings.ts';

/** The header that names a decision announced for later. */
export const DECISION_HEADER = 'interpose-decision';

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
  return Object.assign(headers, readTrace(trace));
}
