import { capabilities as aiSdk } from '@interpose/ai-sdk';
import { guardian } from '@interpose/aos';
import { watchInventory } from '@interpose/aos/agbom';
import { describeAgent } from '@interpose/aos/describe';
import { createHooks } from '@interpose/core';
import { capabilities as langchain } from '@interpose/langchain';
import { capabilities as openai } from '@interpose/openai';
import { capabilities as openaiAgents } from '@interpose/openai-agents';
import { callTools, say, scriptedModel } from '@interpose/testing';

import { agents } from './agents/agents.ts';
import { openShop } from './shop.ts';
import { question } from './story.ts';

const COVERAGE = { 'ai-sdk': aiSdk, langchain, openai, 'openai-agents': openaiAgents };

/** Lets the agent of one SDK pay money back while a guardian decides its steps; tells what the shop really did. */
async function askGuarded(sdk: string, url: string, token: string, cents: number): Promise<string> {
  const askAgent = agents.get(sdk);
  if (askAgent === undefined)
    throw new Error(`no agent of ${sdk}; use one of ${[...agents.keys()].join(', ')}`);
  await using server = await scriptedModel();
  const chat = server.chat([
    callTools({ name: 'find_order', args: { id: 'A-7' } }),
    callTools({ name: 'refund', args: { id: 'A-7', cents } }),
    say('Your money is on its way.'),
  ]);
  const hooks = createHooks({ policies: [guardian({ url, token })] });
  watchInventory(hooks);
  const shop = openShop();
  const answer = await askAgent(question, { baseURL: chat.baseURL, hooks, shop });
  const coverage = COVERAGE[sdk as keyof typeof COVERAGE];
  await describeAgent(hooks, { url, token, coverage });
  await hooks.close();
  return JSON.stringify({ sdk, done: shop.done, answer, read: chat.requests.at(-1)?.body });
}

const [sdk = '', url = '', cents = '9900'] = process.argv.slice(2);
console.log(await askGuarded(sdk, url, process.env['INTERPOSE_TOKEN'] ?? '', Number(cents)));
