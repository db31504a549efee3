import { isDict } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';

/** The headers that a client copies from a request: its method, the name or address in it, and arguments of a call. */
const COPIED = /^mcp-(?:method$|name$|param-)/i;

/**
 * Returns what came with an incoming message that hooks changed, for its handler: without the headers that were made
 * from the original, and without the body of the HTTP request, which is the original.
 */
export function withoutOriginal(extra: unknown): unknown {
  if (!isDict(extra)) return extra;
  const { request, requestInfo } = extra;
  return {
    ...extra,
    ...(isDict(request) && { request: bareRequest(request) }),
    ...(isDict(requestInfo) && { requestInfo: bareInfo(requestInfo) }),
  };
}

/** Version 2 gives handlers the request of the web, whose body may still be unread. */
function bareRequest({ url, method, headers, signal }: Dict): Request {
  const kept = new Headers(headers as Headers);
  for (const name of [...kept.keys()]) if (COPIED.test(name)) kept.delete(name);
  return new Request(url as string, {
    method: method as string,
    headers: kept,
    signal: signal instanceof AbortSignal ? signal : null,
  });
}

function bareInfo(requestInfo: Dict): Dict {
  const { headers } = requestInfo;
  if (!isDict(headers)) return requestInfo;
  const kept = Object.entries(headers).filter(([name]) => !COPIED.test(name));
  return { ...requestInfo, headers: Object.fromEntries(kept) };
}
