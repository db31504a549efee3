import { errorAsJson } from '@interpose/adapter-kit';
import { toFailure } from '@interpose/core/adapter';
import type { Dict } from '@interpose/core';
import type { Id } from '../messages/to-contract.ts';

/** The JSON-RPC code for an internal error. */
const FAILED = -32603;

/** Returns the failure of a transport as an answer, with everything that its receiver could read in the error. */
export function failedAnswer(id: Id | null, thrown: unknown): Dict {
  const { message } = toFailure(thrown);
  const data = thrown instanceof Error ? { ...(errorAsJson(thrown) as Dict) } : {};
  delete data['message'];
  const error = { code: FAILED, message };
  return {
    jsonrpc: '2.0',
    id,
    error: Object.keys(data).length === 0 ? error : { ...error, data },
  };
}
