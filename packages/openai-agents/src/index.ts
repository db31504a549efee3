export { withHooks } from './with-hooks.ts';
export type { WithHooksOptions } from './options.ts';
export { capabilities } from './capabilities.ts';
export { inspect } from './inspect.ts';
export { useSdk } from './use-sdk.ts';
export type { Sdk } from './sdk-copies.ts';
