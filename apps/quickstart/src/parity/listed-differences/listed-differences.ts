import type { ListedDifference } from '../compare/listed-difference.ts';
import { aiSdkDifferences } from './ai-sdk.ts';
import { openaiAgentsDifferences } from './openai-agents.ts';

/** Every difference that a host forces, framework by framework. */
export const listedDifferences: readonly ListedDifference[] = [
  aiSdkDifferences,
  openaiAgentsDifferences,
].flat();
