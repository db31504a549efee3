import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { createOpenAI as createOpenAI6 } from 'openai-6';

/** A model of the version's own provider that talks to this base URL. */
export function sdkModel(
  major: 6 | 7,
  baseURL: string,
  name = 'gpt-4o-mini',
): Exclude<LanguageModel, string> {
  if (major === 6) return createOpenAI6({ baseURL, apiKey: 'any' }).chat(name);
  // The provider for other services reads the reasoning that the service sends beside the text.
  const compatible = createOpenAICompatible({
    name: 'scripted',
    baseURL,
    apiKey: 'any',
    supportsStructuredOutputs: true,
  });
  return compatible.chatModel(name);
}
