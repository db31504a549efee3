import type { Dict } from '@interpose/core';

/** The JSON-RPC 2.0 error that answers a request a policy denied; -32000 is the first of the server-defined codes. */
export function jsonRpcError(request: Dict, message: string): Dict {
  return { jsonrpc: '2.0', id: request['id'], error: { code: -32000, message } };
}
