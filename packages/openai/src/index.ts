export { withHooks, type Hookable } from './with-hooks.ts';
export { hookFetch, type Fetch } from './targets/fetch.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './coverage/inspect.ts';
