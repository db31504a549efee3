import { errorAsJson, omitUndefined } from '@interpose/adapter-kit';
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

/**
 * Returns a thrown error as the JSON-RPC error of A2A, with all its data, since the caller can read that data. A
 * client's app can also read the other members of the error, and the agent wrote many of them: they are in `thrown`.
 */
export function toErrorAnswer(exchange: Exchange, thrown: unknown): Dict {
  const error = toJsonRpcError(thrown);
  // For an unknown error, the SDK keeps the whole answer in `errorResponse`.
  const { data, errorResponse } = (thrown ?? {}) as ErrorOfTheSdk;
  const members = exchange.role === 'client' ? membersOf(thrown) : undefined;
  const whole = { ...errorResponse?.error, ...error, ...omitUndefined({ data, thrown: members }) };
  return messageOf(exchange, { ...errorResponse, error: whole, id: exchange.id });
}

interface ErrorOfTheSdk {
  readonly data?: unknown;
  readonly errorResponse?: { readonly error: Dict };
}

/** The members that the SDK wrote itself, or that stand elsewhere in the message. */
const TOLD = /^(?:name|message|data|reason|metadata|transport|envelopeCode|errorResponse)$/;

function membersOf(thrown: unknown): Dict | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const members = Object.entries(errorAsJson(thrown) as Dict).filter(([name]) => !TOLD.test(name));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Makes a message: a frozen copy, since the app may change its own metadata and data while hooks decide. */
function messageOf({ id }: Exchange, content: Dict): Dict {
  return frozenCopy({ jsonrpc: '2.0', id, ...content });
}
