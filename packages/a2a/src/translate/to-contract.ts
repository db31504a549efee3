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

/** What was thrown as the JSON-RPC error that A2A gives it, with the details that came along: the caller can read them. */
export function toErrorAnswer(exchange: Exchange, thrown: unknown): Dict {
  const error = toJsonRpcError(thrown);
  const { data = error.data } = (thrown ?? {}) as { readonly data?: unknown };
  return messageOf(exchange, { error: data === undefined ? error : { ...error, data } });
}

/** Copied where hooks must not share it: the SDK writes metadata and data parts as the app's own objects. */
function messageOf({ chat, id }: Exchange, content: Dict): Dict {
  const message = { jsonrpc: '2.0', id, ...content };
  return chat.strict ? frozenCopy(message) : message;
}
