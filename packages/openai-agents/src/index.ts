export { useSdk, withHooks, type Hookable } from './with-hooks.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './coverage/inspect.ts';
export type { Sdk } from './targets/sdk-copies.ts';
