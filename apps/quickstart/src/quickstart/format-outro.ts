import type { Verb } from '@interpose/core';
import { counted } from '../terminal/counted.ts';
import type { CallStory } from './call-story.ts';

const words: Readonly<Record<Verb, string>> = {
  allow: 'went through',
  modify: 'rewritten',
  ask: 'asked about',
  deny: 'denied',
  respond: 'answered by a policy',
  retry: 'tried again',
};

/** The last lines: what the policies did, in numbers, and what to do next. */
export function formatOutro(calls: readonly CallStory[]): string {
  const decisions = calls.map(({ record }) => record?.decision ?? 'allow');
  const parts = (Object.keys(words) as Verb[]).flatMap((verb) => {
    const count = decisions.filter((decision) => decision === verb).length;
    return count === 0 ? [] : [`${count} ${words[verb]}`];
  });
  return [
    `${counted(calls.length, 'call')}: ${parts.join(', ')}.`,
    '',
    'Next',
    '  apps/quickstart/src/shop/policies.ts       the three policies: change one, run this again',
    '  OPENAI_API_KEY=… pnpm quickstart --live    the same agent with the real service',
    '  pnpm replay apps/quickstart/recordings/support.jsonl --framework ai-sdk --policies none',
    '                                             the same conversation without policies',
  ].join('\n');
}
