import { interceptModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import type * as Sdk from 'ai';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

/** The exports that call models, run agents, or are the agent's class. */
const CALLING = [
  'generateText',
  'streamText',
  'generateObject',
  'streamObject',
  'embed',
  'embedMany',
  'ToolLoopAgent',
  'Experimental_Agent',
  'experimental_streamTextLowMemory',
  'experimental_streamLanguageModelCall',
];

const hooks = await registeredHooks();
interceptModule({
  adapter: 'ai-sdk',
  exports: { ai: CALLING },
  hook: (ai) => withHooks(ai as typeof Sdk, hooks),
});
