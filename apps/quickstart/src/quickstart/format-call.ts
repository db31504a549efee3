import { isDeepStrictEqual } from 'node:util';
import { decisionColours } from '../terminal/decision-colours.ts';
import type { CallStory } from './call-story.ts';
import { labelledLine } from './labelled-lines.ts';

/** The lines that tell one tool call: what the model wanted, what the policies said, what ran. */
export function formatCall(story: CallStory): readonly string[] {
  const decision = story.record?.decision ?? 'allow';
  return [
    labelledLine('model', `calls ${story.name}(${JSON.stringify(story.asked)})`, 'bold'),
    labelledLine(`  ${decision}`, tellDecision(story), decisionColours[decision]),
    labelledLine('', tellEnd(story), 'dim'),
  ];
}

function tellDecision({ record, question }: CallStory): string {
  const { by = [], reason = question?.reason } = record ?? {};
  const policies = [...new Set(by.map((name) => name.split('/')[0]))].join(', ');
  const who = policies === '' ? 'no policy minds' : `by ${policies}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  return `${who}${why}${question === undefined ? '' : ` → ${question.answer}`}`;
}

function tellEnd({ name, asked, ran, told = '' }: CallStory): string {
  if (ran === undefined) return `never ran; the model reads "${told}"`;
  const { args, outcome } = ran;
  const how = isDeepStrictEqual(args, asked) ? 'as asked' : `${name}(${JSON.stringify(args)})`;
  return `ran ${how} → ${JSON.stringify(outcome)}`;
}
