import { omitUndefined } from '@interpose/adapter-kit';
import { toJsonRpcError } from '@a2a-js/sdk/errors';
import type { Dict } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';

/** The request as a JSON-RPC message of A2A 1.0. */
export function toRequest(exchange: Exchange, params: unknown): Dict {
  const { wire, params: codec } = exchange.method;
  return messageOf(exchange, { method: wire, params: codec.write(params) });
}

/** An answer, or an event of a stream, as a JSON-RPC message of A2A 1.0. */
export function toAnswer(exchange: Exchange, native: unknown): Dict {
  return messageOf(exchange, { result: exchange.method.result.write(native) });
}

/** What was thrown as the JSON-RPC error that A2A gives it, with all that came along: the caller can read it. */
export function toErrorAnswer(exchange: Exchange, thrown: unknown): Dict {
  const error = toJsonRpcError(thrown);
  // Where the SDK knows no such error, it keeps the whole answer beside its own.
  const { data, errorResponse } = (thrown ?? {}) as ErrorOfTheSdk;
  const whole = { ...errorResponse?.error, ...error, ...omitUndefined({ data }) };
  return messageOf(exchange, { ...errorResponse, error: whole, id: exchange.id });
}

interface ErrorOfTheSdk {
  readonly data?: unknown;
  readonly errorResponse?: { readonly error: Dict };
}

/** Copied where hooks must not share it: the SDK writes metadata and data parts as the app's own objects. */
function messageOf({ chat, id }: Exchange, content: Dict): Dict {
  const message = { jsonrpc: '2.0', id, ...content };
  return chat.strict ? frozenCopy(message) : message;
}
