import { describe, expect, test } from 'vitest';

import { agents } from './agents/agents.ts';
import { runStory, type StoryEnd } from './run-story.ts';
import type { ToldDecision } from './told-decision.ts';

const expected: StoryEnd = {
  answer: 'Your money is on its way; I write to [address].',
  done: ['found A-7', 'paid back 1500 for A-7', 'paid back 4200 for A-7'],
  decisions: [
    decision('onUserMessage', 'modify', 'hide-addresses', { changed: true }),
    decision('onToolCallResult', 'modify', 'hide-addresses', { tool: 'find_order', changed: true }),
    decision('preToolCall', 'ask', 'refund-limit', { tool: 'refund', settled: 'approved' }),
    decision('preToolCall', 'ask', 'refund-limit', {
      tool: 'refund',
      settled: 'refused',
      codes: ['approval_refused'],
    }),
    decision('preToolCall', 'deny', 'refund-limit', { tool: 'refund', codes: ['over_limit'] }),
    decision('preToolCall', 'deny', 'allow-list', {
      tool: 'delete_customer',
      codes: ['not_allowed'],
    }),
    decision('onAgentResponse', 'modify', 'hide-addresses', { changed: true }),
  ],
  leaked: false,
};

function decision(
  event: string,
  verb: ToldDecision['decision'],
  policy: string,
  more: Partial<ToldDecision>,
): ToldDecision {
  return { event, decision: verb, by: [`${policy}/${event}`], codes: [], changed: false, ...more };
}

describe.each([...agents])('the refund agent of %s', (_sdk, askAgent) => {
  test('does what the policies leave, and nothing else', async () => {
    expect(await runStory(askAgent)).toEqual(expected);
  });
});
