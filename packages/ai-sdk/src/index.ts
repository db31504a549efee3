export { withHooks, type Hookable, type Hooked } from './with-hooks.ts';
export type { WithHooksOptions } from '@interpose/adapter-kit';
export { capabilities } from './capabilities.ts';
export { inspect } from './coverage/inspect.ts';
export {
  agentTool,
  type AgentToolInput,
  type AgentToolOptions,
  type CallableAgent,
} from './delegation/agent-tool.ts';
