import { createHooks } from '@interpose/core';
import { scriptedModel } from '@interpose/testing';

import type { AskAgent } from './agents/agent.ts';
import { approver, shopPolicies } from './policies.ts';
import { openShop } from './shop.ts';
import { question, script } from './story.ts';
import { noteDecisions, type ToldDecision } from './told-decision.ts';

/** How the story went with one agent. */
export interface StoryEnd {
  readonly answer: string;
  /** What the shop really did. */
  readonly done: readonly string[];
  readonly decisions: readonly ToldDecision[];
  /** True when the model read the customer's address anywhere. */
  readonly leaked: boolean;
}

/** Plays the story to one agent, with a model on this machine that gives the answers of the script. */
export async function runStory(askAgent: AskAgent): Promise<StoryEnd> {
  await using server = await scriptedModel();
  const chat = server.chat(script);
  const hooks = createHooks({ policies: shopPolicies(), approver });
  const decisions = noteDecisions(hooks);
  const shop = openShop();
  const answer = await askAgent(question, { baseURL: chat.baseURL, hooks, shop });
  await hooks.close();
  const leaked = JSON.stringify(chat.requests).includes('ada@example.com');
  return { answer, done: shop.done, decisions, leaked };
}
