export { withHooks } from './with-hooks.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './coverage/inspect.ts';
