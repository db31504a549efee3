import type { Dict } from '@interpose/core';

import { isDict } from './is-dict.ts';
import { validatorOf } from './methods.ts';
import { normalize } from './normalize.ts';
import { parseJson } from './parse-json.ts';
import type { Repair } from './repair.ts';
import { FAULT_CODES, WireFault, type WireId } from './wire-fault.ts';

/**
 * Options for reading a request.
 *
 * @example
 * const options: ReadOptions = { repair: false, maxDepth: 32 };
 */
export interface ReadOptions {
  /** True: known defects are repaired and reported. Default: true. */
  readonly repair?: boolean;
  /** The deepest nesting to read. Default: 64. */
  readonly maxDepth?: number;
}

/**
 * A request after reading, and the repairs that were made.
 *
 * @example
 * const read: ReadRequest = readRequest('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"timestamp":"2026-01-05T09:00:00Z"}}');
 * read.request.method; // => 'ping'
 */
export interface ReadRequest {
  readonly request: {
    readonly jsonrpc: '2.0';
    readonly id: WireId;
    readonly method: string;
    readonly params: Dict;
  };
  readonly repairs: readonly Repair[];
}

/**
 * Reads one AOS 0.1 request: repairs known defects of the specification's examples, then validates.
 *
 * @example
 * readRequest('{"jsonrpc":"2.0","id":1,"method":"task/get","params":{}}'); // throws WireFault -32602
 * @throws WireFault -32700 no JSON, -32600 no request, -32601 unknown method, -32602 invalid parameters.
 */
export function readRequest(text: string, options: ReadOptions = {}): ReadRequest {
  const { repair = true, maxDepth = 64 } = options;
  const parsed = parseJson(text, repair, maxDepth);
  if (!repair) return { request: checkRequest(parsed.value), repairs: parsed.repairs };
  const { value, repairs } = normalize(parsed.value);
  const all = parsed.repairs.length === 0 ? repairs : [...parsed.repairs, ...repairs];
  return { request: checkRequest(value), repairs: all };
}

function checkRequest(value: unknown): ReadRequest['request'] {
  if (Array.isArray(value))
    throw new WireFault(
      FAULT_CODES.request,
      'a batch is not supported; send one request at a time',
    );
  if (!isDict(value)) throw new WireFault(FAULT_CODES.request, 'a request is an object');
  const { jsonrpc, id, method } = value;
  if (!isWireId(id)) throw new WireFault(FAULT_CODES.request, 'a request needs an id');
  if (jsonrpc !== '2.0') throw new WireFault(FAULT_CODES.request, 'jsonrpc must be "2.0"', id);
  if (typeof method !== 'string')
    throw new WireFault(FAULT_CODES.request, 'a request needs a method', id);
  const validate = validatorOf(method);
  if (validate === undefined)
    throw new WireFault(FAULT_CODES.method, 'AOS 0.1 has no such method', id);
  if (validate(value)) return value as unknown as ReadRequest['request']; // the validator has checked every field
  const [fault] = validate.errors ?? [];
  const detail = `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`.trim();
  throw new WireFault(FAULT_CODES.params, 'invalid parameters', id, { detail });
}

/** Whether a value can be the id of a JSON-RPC request in AOS. */
export function isWireId(value: unknown): value is WireId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
}
