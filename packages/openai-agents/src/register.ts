import { interceptModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import { besideSdks, type Sdk } from './targets/sdk-copies.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
for (const sdk of besideSdks()) withHooks(sdk, hooks);
interceptModule({
  adapter: 'openai-agents',
  // The package that holds agents and runners; every other one of the SDK passes on what it exports.
  exports: { '@openai/agents-core': [] },
  hooks,
  hook: (sdk) => withHooks(sdk as Sdk, hooks),
});
