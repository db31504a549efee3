export { withHooks } from './with-hooks.ts';
export type { WithHooksOptions } from './options.ts';
export { capabilities } from './capabilities.ts';
export { inspect } from './inspect.ts';
export { hooksMiddleware } from './hooks-middleware.ts';
export {
  agentTool,
  type AgentTool,
  type AgentToolOptions,
  type CallableAgent,
} from './agent-tool.ts';
