export { withHooks, type Hookable } from './with-hooks.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './inspect.ts';
