import { registeredHooks } from '@interpose/core/register';
import { interceptSdk } from './targets/intercept-sdk.ts';
import { besideSdks } from './targets/sdk-copies.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
for (const sdk of besideSdks()) withHooks(sdk, hooks);
interceptSdk((sdk) => void withHooks(sdk, hooks));
