import type { ListedDifference } from '../compare/listed-difference.ts';
import { oddCallDifferences } from './odd-call-differences.ts';

/** What the OpenAI Agents SDK forces. */
export const openaiAgentsDifferences: readonly ListedDifference[] = oddCallDifferences(
  'openai-agents',
  'no-object',
  'the SDK runs a tool that has an open schema with arguments that are JSON but no object',
);
