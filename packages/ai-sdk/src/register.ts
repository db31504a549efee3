import { interceptModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import type * as Sdk from 'ai';
import { HOOKED_EXPORTS } from './targets/module.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
interceptModule({
  adapter: 'ai-sdk',
  exports: { ai: HOOKED_EXPORTS },
  hooks,
  hook: (ai) => withHooks(ai as typeof Sdk, hooks),
});
