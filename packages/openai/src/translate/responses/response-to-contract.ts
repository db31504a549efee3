import type { ModelResponse } from '@interpose/core';
import { answerOf } from '../answers.ts';
import { dictsOf, isDict, type Body, type Copy } from '../native.ts';
import { OWN_CALLS, readItem } from './message-to-contract.ts';

/** Returns the answer of a `response` as hooks see it. */
export function responseToContract(response: Body, copy: Copy): ModelResponse {
  const { error } = response;
  const items = dictsOf(response['output']);
  const answer = answerOf(
    items.flatMap((item) => readItem(item, copy)),
    items.flatMap(({ content }) =>
      dictsOf(content).flatMap((part) => dictsOf(part['annotations'])),
    ),
    finishOfResponse(response),
    response['usage'],
  );
  // The error of a failed response goes to hooks as the service sent it.
  return error ? { ...answer, metadata: copy({ error }) } : answer;
}

/** Returns the contract's word for why a response ended. */
export function finishOfResponse(response: Body): string {
  const { status, incomplete_details: details } = response;
  if (status === 'failed' || status === 'cancelled') return 'error';
  if (status === 'incomplete') {
    const reason = isDict(details) ? details['reason'] : undefined;
    return reason === 'content_filter' ? 'content-filter' : 'length';
  }
  const items = dictsOf(response['output']);
  const isRefusal = items.some(({ content }) =>
    dictsOf(content).some(({ type }) => type === 'refusal'),
  );
  if (isRefusal) return 'content-filter';
  return items.some(({ type }) => OWN_CALLS.includes(type)) ? 'tool-calls' : 'stop';
}
