export { withHooks } from './with-hooks.ts';
export type { WithHooksOptions } from './options.ts';
export type { McpTransport } from './messages/transport.ts';
export { capabilities } from './capabilities.ts';
export { inspect } from './inspect.ts';
