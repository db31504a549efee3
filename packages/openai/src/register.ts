import { interceptModule, type LoadedModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import { hookClasses, parentOf } from './targets/client-class.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
interceptModule({
  adapter: 'openai',
  // The classes whose clients ask models; the default export is the first of them.
  exports: { openai: ['default', 'OpenAI', 'AzureOpenAI', 'BedrockOpenAI'] },
  hooks,
  hook(real) {
    if (typeof real !== 'function') return hookClasses({ ...real }, hooks);
    // With `require`, the module is a function that constructs clients and inherits from the default export.
    return Object.setPrototypeOf(hookClasses(real, hooks), parentOf(real)) as LoadedModule;
  },
});
