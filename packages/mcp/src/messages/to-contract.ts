import { isDict } from '@interpose/adapter-kit';
import type { Dict, Trace } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';

/** The id that a request and its response share. */
export type Id = string | number;

/** One JSON-RPC message, read; `fault` says why a malformed one is no message. */
export interface ReadMessage {
  readonly kind: 'request' | 'response' | 'notification';
  readonly message: Dict;
  readonly id?: Id;
  readonly method?: string;
  readonly fault?: string;
}

/** The message or the batch of one `send` or one `onmessage`. */
export interface Parcel {
  readonly native: unknown;
  readonly reads: readonly ReadMessage[];
  /** True for a JSON-RPC batch. */
  readonly batched: boolean;
}

/** Reads a message or a batch; a message without a fault is valid JSON-RPC 2.0. */
export function readParcel(native: unknown): Parcel {
  if (!Array.isArray(native)) return { native, reads: [readMessage(native)], batched: false };
  const reads =
    native.length === 0 ? [faulty({}, 'a batch needs a message')] : native.map(readMessage);
  return { native, reads, batched: true };
}

/** Whether a value is one message without a fault; it allocates nothing, for when no hook listens. */
export function isMessage(value: unknown): boolean {
  return isDict(value) && faultIn(value) === undefined;
}

/** Reads one message. */
export function readMessage(value: unknown): ReadMessage {
  if (!isDict(value)) return faulty({}, 'a message must be an object');
  const fault = faultIn(value);
  if (fault !== undefined) return faulty(value, fault);
  const { id, method } = value;
  if (typeof method === 'string')
    return isId(id)
      ? { kind: 'request', message: value, id, method }
      : { kind: 'notification', message: value, method };
  return { kind: 'response', message: value, ...(isId(id) ? { id } : undefined) };
}

/** Returns the W3C trace context of a call, by the names that the conventions for MCP use in `_meta`. */
export function traceOf({ message: { params } }: ReadMessage): Trace | undefined {
  return readTrace(isDict(params) ? params['_meta'] : undefined);
}

function faultIn(message: Dict): string | undefined {
  if (message['jsonrpc'] !== '2.0') return '`jsonrpc` must be "2.0"';
  const { id } = message;
  if (id !== undefined && id !== null && !isId(id)) return '`id` must be a string or a number';
  const isCall = 'method' in message;
  const answers = Number('result' in message) + Number('error' in message);
  if (isCall) return answers === 0 ? faultInCall(message) : 'a call has no result';
  if (answers !== 1) return 'a message needs a method, a result or an error';
  return faultInResponse(message);
}

function faultInCall({ method, params, id }: Dict): string | undefined {
  if (typeof method !== 'string') return '`method` must be a string';
  if (id === null) return 'the `id` of a request must not be null';
  return params === undefined || isDict(params) ? undefined : '`params` must be an object';
}

function faultInResponse({ id, result, error }: Dict): string | undefined {
  if (error === undefined) {
    if (!isId(id)) return 'a result needs the `id` of its request';
    return isDict(result) ? undefined : '`result` must be an object';
  }
  return isDict(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
    ? undefined
    : '`error` needs a number `code` and a string `message`';
}

/** Reads a message with a fault. The kind it seems to be decides who is told: a waiting peer, or this side's caller. */
function faulty(message: Dict, fault: string): ReadMessage {
  const { id } = message;
  if (!isId(id)) return { kind: 'notification', message, fault };
  return { kind: 'method' in message ? 'request' : 'response', message, id, fault };
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isFinite(value);
}
