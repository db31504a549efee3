import { fromJsonRpcErrorResponse } from '@a2a-js/sdk/errors';
import type { Dict } from '@interpose/core';

/** The codes of JSON-RPC 2.0. `denied` is the first one in the range that JSON-RPC leaves to applications. */
export const CODES = {
  denied: -32_000,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const;

/** Returns the SDK's error object for a JSON-RPC error; the SDK's server writes the same error on the wire. */
export function rpcError(id: number | null, code: number, message: string, rest: Dict = {}): Error {
  return fromJsonRpcErrorResponse({ jsonrpc: '2.0', id, error: { ...rest, code, message } });
}
