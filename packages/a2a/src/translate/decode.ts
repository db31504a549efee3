import type { Codec } from './codec.ts';
import type { Exchange } from './exchange.ts';
import { isCarried } from './is-carried.ts';
import { CODES, rpcError } from './rpc-error.ts';

/**
 * The value of the SDK for JSON that a hook gave.
 *
 * @throws an error of the SDK with the code for invalid params, where A2A 1.0 cannot carry all of it.
 */
export function decode(exchange: Exchange, codec: Codec, json: unknown): unknown {
  const native = codec.read(json);
  if (isCarried(json, codec.write(native))) return native;
  throw invalid(exchange, CODES.invalidParams, 'the message holds what A2A 1.0 cannot carry');
}

/** The error for what a hook returned and nothing can carry out. */
export function invalid({ id, method }: Exchange, code: number, problem: string): Error {
  const remedy = `change what a hook returned for ${method.method}`;
  return rpcError(id, code, `[invalid_modification] ${problem}; ${remedy}`);
}
