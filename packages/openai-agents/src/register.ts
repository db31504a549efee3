import { interceptModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import { hasRun } from './targets/runner.ts';
import { besideSdks, type Sdk } from './targets/sdk-copies.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
for (const sdk of besideSdks()) withHooks(sdk, hooks);
interceptModule({
  adapter: 'openai-agents',
  // This package holds the agents and runners. The SDK's other packages only re-export it.
  exports: { '@openai/agents-core': [] },
  hooks,
  hook: (sdk) => withHooks(sdk as Sdk, hooks),
  isUsed: hasRun,
});
