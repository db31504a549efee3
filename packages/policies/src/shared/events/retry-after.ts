import type { Dict } from '@interpose/core';

import { failureChain, isRecord } from './failure-chain.ts';

/** Returns the wait that a failure asks for in ms: `retry-after-ms` or `retry-after` (RFC 9110, 10.2.3), if any. */
export function retryAfterMs(error: unknown, now: number): number | undefined {
  for (const each of failureChain(error)) {
    const { response } = each;
    const headers = [
      each['headers'],
      each['responseHeaders'],
      isRecord(response) ? response['headers'] : undefined,
    ].filter(isRecord);
    for (const header of headers) {
      const asked = millisecondsIn(header, now);
      if (asked !== undefined) return asked;
    }
  }
  return undefined;
}

function millisecondsIn(headers: Dict, now: number): number | undefined {
  const exact = read(headers, 'retry-after-ms');
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  const given = read(headers, 'retry-after');
  if (given === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function read(headers: Dict, name: string): string | undefined {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : undefined;
}
