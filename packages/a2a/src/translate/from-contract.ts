import type { Dict } from '@interpose/core';
import { decode, invalid } from './decode.ts';
import type { Exchange } from './exchange.ts';
import { isDict } from '@interpose/adapter-kit';
import { CODES, rpcError } from './rpc-error.ts';

/**
 * Returns the params that the SDK sends for a request that a hook changed.
 *
 * @throws an error of the SDK with a JSON-RPC code for a message that is not this request, or that A2A cannot carry.
 */
export function fromRequest(exchange: Exchange, message: Dict): unknown {
  const { id, method } = exchange;
  if (message['id'] !== id || message['method'] !== method.wire) {
    throw invalid(exchange, CODES.invalidRequest, 'a request keeps its id and its method');
  }
  if (!isDict(message['params'])) {
    throw invalid(exchange, CODES.invalidParams, 'the params of a request are an object');
  }
  return decode(exchange, method.params, message['params']);
}

/**
 * Returns the SDK's value for an answer that a hook changed or supplied.
 *
 * @throws the error that the message holds, or one of the SDK for a message that A2A cannot carry.
 */
export function fromAnswer(exchange: Exchange, message: Dict): unknown {
  const { error } = message;
  if (isDict(error)) {
    const { code, message: text, thrown: _thrown, ...rest } = error;
    const isCode = typeof code === 'number';
    throw rpcError(exchange.id, isCode ? code : CODES.internal, String(text), rest);
  }
  if (!('result' in message)) {
    throw invalid(exchange, CODES.invalidRequest, 'an answer has a result or an error');
  }
  return decode(exchange, exchange.method.result, message['result']);
}
