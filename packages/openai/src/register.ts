import { registeredHooks } from '@interpose/core/register';
import { interceptOpenai } from './intercept-openai.ts';
import { withHooks } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

const hooks = await registeredHooks();
interceptOpenai((client) => withHooks(client, hooks));
