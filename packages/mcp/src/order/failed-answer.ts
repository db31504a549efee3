import { toFailure } from '@interpose/core/adapter';
import type { Dict } from '@interpose/core';
import type { Id } from '../messages/to-contract.ts';

/** The JSON-RPC code for an internal error. */
const FAILED = -32603;

/** How deep an error is read: what it holds, and its causes. */
const DEPTH = 5;

/** Returns the failure of a transport as an answer, with everything that its receiver could read in the error. */
export function failedAnswer(id: Id | null, thrown: unknown): Dict {
  const { message, ...data } = said(thrown, DEPTH) as Dict;
  const error = { code: FAILED, message: String(message) };
  return {
    jsonrpc: '2.0',
    id,
    error: Object.keys(data).length === 0 ? error : { ...error, data },
  };
}

/** Returns an error as JSON, with its message and cause, which JSON would leave out, and its other members. */
function said(thrown: unknown, depth: number): unknown {
  if (!(thrown instanceof Error) && depth === DEPTH) return { message: toFailure(thrown).message };
  if (typeof thrown === 'bigint') return String(thrown);
  if (typeof thrown !== 'object' || thrown === null)
    return /function|symbol/.test(typeof thrown) ? undefined : thrown;
  if (depth === 0) return undefined;
  if (Array.isArray(thrown)) return thrown.map((each) => said(each, depth - 1));
  const names = Object.keys(thrown);
  if (thrown instanceof Error) names.push('message', 'cause');
  const fields = names.map((name) => [name, said(valueAt(thrown, name), depth - 1)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function valueAt(holder: object, name: string): unknown {
  try {
    return Reflect.get(holder, name);
  } catch {
    return undefined;
  }
}
