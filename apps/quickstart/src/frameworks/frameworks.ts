import { aiSdk } from './ai-sdk.ts';
import type { Framework } from './framework.ts';
import { langchain } from './langchain.ts';
import { openai } from './openai.ts';

/** Every framework that can replay, by its name. */
export const frameworks: ReadonlyMap<string, Framework> = new Map(
  [aiSdk, langchain, openai].map((framework) => [framework.name, framework]),
);
