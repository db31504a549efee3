import { omitUndefined } from '@interpose/adapter-kit';
import { toJsonRpcError } from '@a2a-js/sdk/errors';
import type { Dict } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';

/** Returns the request as a JSON-RPC message of A2A 1.0. */
export function toRequest(exchange: Exchange, params: unknown): Dict {
  const { wire, params: codec } = exchange.method;
  return messageOf(exchange, { method: wire, params: codec.write(params) });
}

/** Returns an answer, or an event of a stream, as a JSON-RPC message of A2A 1.0. */
export function toAnswer(exchange: Exchange, native: unknown): Dict {
  return messageOf(exchange, { result: exchange.method.result.write(native) });
}

/** Returns a thrown error as the JSON-RPC error of A2A, with all its data, since the caller can read that data. */
export function toErrorAnswer(exchange: Exchange, thrown: unknown): Dict {
  const error = toJsonRpcError(thrown);
  // For an unknown error, the SDK keeps the whole answer in `errorResponse`.
  const { data, errorResponse } = (thrown ?? {}) as ErrorOfTheSdk;
  const whole = { ...errorResponse?.error, ...error, ...omitUndefined({ data }) };
  return messageOf(exchange, { ...errorResponse, error: whole, id: exchange.id });
}

interface ErrorOfTheSdk {
  readonly data?: unknown;
  readonly errorResponse?: { readonly error: Dict };
}

/** Makes a message: a frozen copy, since the app may change its own metadata and data while hooks decide. */
function messageOf({ id }: Exchange, content: Dict): Dict {
  return frozenCopy({ jsonrpc: '2.0', id, ...content });
}
