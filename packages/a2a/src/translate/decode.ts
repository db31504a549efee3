import type { Codec } from './codec.ts';
import type { Exchange } from './exchange.ts';
import { isCarried } from './is-carried.ts';
import { CODES, rpcError } from './rpc-error.ts';

/**
 * Returns the SDK's value for JSON that a hook gave.
 *
 * @throws an error of the SDK with the code for invalid params, if A2A 1.0 cannot carry all of the JSON.
 */
export function decode(exchange: Exchange, codec: Codec, json: unknown): unknown {
  const native = codec.read(json);
  if (isCarried(json, codec.write(native))) return native;
  throw invalid(exchange, CODES.invalidParams, 'the message holds what A2A 1.0 cannot carry');
}

/** Returns the error for a value from a hook that cannot be carried out. */
export function invalid({ id, method }: Exchange, code: number, problem: string): Error {
  const remedy = `change what a hook returned for ${method.method}`;
  return rpcError(id, code, `[invalid_modification] ${problem}; ${remedy}`);
}
