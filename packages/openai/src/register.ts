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
    // A required module is a function that makes clients of its default, and inherits from that.
    return Object.setPrototypeOf(hookClasses(real, hooks), parentOf(real)) as LoadedModule;
  },
});
