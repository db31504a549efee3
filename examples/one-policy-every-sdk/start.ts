import { isDeepStrictEqual } from 'node:util';

import type { Hooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { callTools, say, scriptedModel } from '@interpose/testing';

import { shopHooks } from './policies.ts';
import { Shop } from './shop.ts';

/** What the models answer offline: helpful at first, then beyond what they may do. */
const script = [
  callTools({ name: 'find_order', args: { id: 'A-7' } }),
  callTools({ name: 'refund', args: { id: 'A-7', cents: 1500 } }),
  callTools({ name: 'refund', args: { id: 'A-7', cents: 4200 } }),
  callTools({ name: 'refund', args: { id: 'A-7', cents: 9900 } }),
  callTools({ name: 'refund', args: { id: 'A-9', cents: 90_000 } }),
  callTools({ name: 'delete_customer', args: { name: 'ada' } }),
  say('You have 57 euros back. More than that I may not pay, and I delete nobody.'),
];
const sdks = ['ai-sdk', 'langchain', 'openai-agents', 'openai'];

/** Runs the agent of one SDK and gives back what its policies decided. */
async function play(sdk: string): Promise<readonly string[]> {
  const { askAgent } = (await import(`./agents/${sdk}.ts`)) as {
    readonly askAgent: (hooks: Hooks, shop: Shop) => Promise<string>;
  };
  const hooks = shopHooks();
  const decisions: string[] = [];
  console.log(`\n${sdk}`);
  hooks.observe('onDecision', ({ record }) => {
    if (record.decision === 'allow') return;
    decisions.push([record.event, record.tool, record.decision, record.settled].join(' '));
    // Every request is changed: `delete_customer` is not offered to the model. One line of that would be enough.
    if (record.event !== 'preRequest') console.log(decisionLine(record));
  });
  const shop = new Shop();
  const answer = await askAgent(hooks, shop);
  console.log(`the shop: ${shop.done.join(', ')}`);
  console.log(`the answer: ${answer}`);
  await hooks.close();
  return decisions;
}

// With a key the agents ask the service. Without one they ask a script on this machine, over real HTTP.
const isOffline = process.env.OPENAI_API_KEY === undefined;
await using server = await scriptedModel();
const played: (readonly string[])[] = [];
for (const sdk of sdks) {
  if (isOffline) {
    process.env.OPENAI_BASE_URL = server.chat(script).baseURL;
    process.env.OPENAI_API_KEY = 'offline';
    process.env.OPENAI_AGENTS_DISABLE_TRACING = '1';
  }
  played.push(await play(sdk));
}
if (isOffline) {
  const isAlike = played.every((decisions) => isDeepStrictEqual(decisions, played[0]));
  console.log(
    `\n${sdks.length} SDKs: ${isAlike ? 'the same decisions' : 'NOT the same decisions'}`,
  );
  process.exitCode = isAlike ? 0 : 1;
}
