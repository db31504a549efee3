import { fromJsonRpcErrorResponse } from '@a2a-js/sdk/errors';
import type { Dict } from '@interpose/core';

/** Codes of JSON-RPC 2.0; the first is the first of those it leaves to the application. */
export const CODES = {
  denied: -32_000,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const;

/** The SDK's own error for a JSON-RPC error; its server writes the same error on the wire. */
export function rpcError(id: number | null, code: number, message: string, rest: Dict = {}): Error {
  return fromJsonRpcErrorResponse({ jsonrpc: '2.0', id, error: { ...rest, code, message } });
}
