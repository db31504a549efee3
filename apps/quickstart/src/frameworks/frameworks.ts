import { aiSdk } from './ai-sdk.ts';
import { langchain } from './langchain.ts';
import { openaiAgents } from './openai-agents.ts';
import { openai } from './openai.ts';
import type { Framework } from './framework.ts';

/** Every framework that can replay, by its name. */
export const frameworks: ReadonlyMap<string, Framework> = new Map(
  [aiSdk, langchain, openaiAgents, openai].map((framework) => [framework.name, framework]),
);
