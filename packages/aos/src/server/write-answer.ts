import type { Dict } from '@interpose/core';

import { dictAt } from '../wire/is-dict.ts';

/**
 * Writes an answer as text. A decision that JSON cannot hold (a cycle in data, a bigint in a changed argument) becomes
 * a deny: an error would be no decision, and the caller's posture might let the step through.
 */
export function writeAnswer(answer: object): string {
  try {
    return JSON.stringify(answer);
  } catch {
    return JSON.stringify(denied(answer as Dict)); // every answer is a JSON-RPC object
  }
}

function denied({ id, result }: Dict): object {
  const { decision, message, reasoning, reasonCode, data } = (result ?? {}) as Dict;
  const isDeny = decision === 'deny';
  const by = dictAt({ data }, 'data')['by'];
  return {
    jsonrpc: '2.0',
    id,
    result: {
      decision: 'deny',
      message: isDeny ? message : 'Blocked by policy.',
      reasoning: isDeny ? reasoning : 'The decision cannot be written as JSON.',
      reasonCode: isDeny ? reasonCode : ['answer_unsendable'],
      ...(by === undefined ? {} : { data: { by } }),
    },
  };
}
