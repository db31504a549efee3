import type { Dict } from '@interpose/core';

/** Returns a JSON-RPC 2.0 error for a request that a policy denied; -32000 is the first server-defined code. */
export function jsonRpcError(request: Dict, message: string): Dict {
  return { jsonrpc: '2.0', id: request['id'], error: { code: -32000, message } };
}
