import { registeredHooks } from '@interpose/core/register';
import { interceptFactories } from './targets/intercept-factories.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
interceptFactories((factory) => withHooks(factory, hooks));
