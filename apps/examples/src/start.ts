import { isDeepStrictEqual } from 'node:util';

import { agents } from './agents/agents.ts';
import { runStory, type StoryEnd } from './run-story.ts';
import type { ToldDecision } from './told-decision.ts';

/** Plays the same story to the agent of every SDK, and tells whether the policies held alike. */
async function start(asJson: boolean): Promise<boolean> {
  const ends = new Map<string, StoryEnd>();
  for (const [sdk, askAgent] of agents) ends.set(sdk, await runStory(askAgent));
  const [first, ...others] = ends.values();
  const isAlike = others.every((end) => isDeepStrictEqual(end, first));
  if (asJson) console.log(JSON.stringify(Object.fromEntries(ends)));
  else tellAll(ends, isAlike);
  return isAlike;
}

function tellAll(ends: ReadonlyMap<string, StoryEnd>, isAlike: boolean): void {
  for (const [sdk, { decisions, done, answer }] of ends) {
    console.log(`\n${sdk}`);
    for (const decision of decisions) console.log(`  ${tellDecision(decision)}`);
    console.log(`  the shop: ${done.join(', ')}`);
    console.log(`  the answer: ${answer}`);
  }
  const verdict = isAlike ? 'the same decisions everywhere' : 'NOT the same decisions everywhere';
  console.log(`\n${ends.size} SDKs, one policy file: ${verdict}.`);
}

function tellDecision({ event, tool = '', decision, settled, by, codes }: ToldDecision): string {
  const told = settled === undefined ? decision : `${decision}, ${settled}`;
  return [event.padEnd(17), tool.padEnd(16), told.padEnd(14), by.join(' '), codes.join(' ')]
    .join(' ')
    .trimEnd();
}

const words = process.argv.slice(2).filter((word) => word !== '--');
const unknown = words.find((word) => word !== '--json');
if (unknown === undefined) {
  process.exitCode = (await start(words.length > 0)) ? 0 : 1;
} else {
  console.error(`[arguments_invalid] there is no "${unknown}"; use pnpm examples [--json]`);
  process.exitCode = 2;
}
