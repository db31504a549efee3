import type { AskAgent } from './agent.ts';
import { askAiSdk } from './ai-sdk.ts';
import { askLangchain } from './langchain.ts';
import { askOpenaiAgents } from './openai-agents.ts';
import { askOpenai } from './openai.ts';

/** The same agent once per SDK. */
export const agents: ReadonlyMap<string, AskAgent> = new Map([
  ['ai-sdk', askAiSdk],
  ['langchain', askLangchain],
  ['openai-agents', askOpenaiAgents],
  ['openai', askOpenai],
]);
