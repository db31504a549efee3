export { withHooks, type Hookable } from './with-hooks.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './coverage/inspect.ts';
export { hooksMiddleware } from './targets/hooks-middleware.ts';
export {
  agentTool,
  type AgentTool,
  type AgentToolOptions,
  type CallableAgent,
} from './delegation/agent-tool.ts';
