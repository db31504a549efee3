import { registeredHooks } from '@interpose/core/register';
import { interceptAi } from './intercept-ai.ts';
import type { AiModule } from './recognise.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
interceptAi((ai) => withHooks(ai as AiModule, hooks));
