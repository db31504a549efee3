import type { ModelResponse } from '@interpose/core';
import type { ToyAnswer } from './native.ts';
import { saidFromContract } from './request-from-contract.ts';
import { saidToContract } from './request-to-contract.ts';

const REASONS = { done: 'stop', calls: 'tool-calls', length: 'length', filtered: 'content-filter' };

/** An answer in the contract's values. */
export function answerToContract({ text, calls, stop }: ToyAnswer): ModelResponse {
  return { content: saidToContract(text, calls), finishReason: REASONS[stop] };
}

/** An answer that a policy changed or supplied, as the SDK reads it. */
export function answerFromContract({ content, finishReason }: ModelResponse): ToyAnswer {
  const said = saidFromContract(content);
  const stop = (['length', 'filtered'] as const).find((each) => REASONS[each] === finishReason);
  return { ...said, stop: stop ?? (said.calls.length > 0 ? 'calls' : 'done') };
}
