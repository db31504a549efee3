import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import { isDict } from '@interpose/adapter-kit';
import { answerText } from './task-and-answer.ts';
import { AGENT } from '../tools/tool-facts.ts';
import type { RunnableConfig } from '../translate/native.ts';

/** The name and the description that another agent reads about an agent it may call. */
export interface AgentToolOptions {
  readonly name: string;
  readonly description: string;
}

/** Any kind of agent that a tool can call. */
export interface CallableAgent {
  invoke(input: never, config?: never): Promise<unknown>;
}

const SCHEMA = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What the agent is asked.' } },
  required: ['input'],
} as const;

/**
 * Makes a tool with which one agent calls another (LangChain core 1.0.1 and later). Policies see that it is an agent.
 * The result is the last message of the called agent.
 *
 * @example
 * const expert = withHooks(createAgent, hooks)({ name: 'expert', model });
 * const agent = withHooks(createAgent, hooks)({ model, tools: [agentTool(expert, { name: 'expert', description: 'Knows prices.' })] });
 */
export function agentTool(agent: CallableAgent, options: AgentToolOptions): AgentTool {
  const run = agent.invoke.bind(agent) as (
    input: unknown,
    config?: RunnableConfig,
  ) => Promise<unknown>;
  const made = tool(
    async (given: unknown, config: { readonly signal?: AbortSignal | undefined }) => {
      const content = isDict(given) ? given['input'] : given;
      const signal = config?.signal === undefined ? undefined : { signal: config.signal };
      return answerText(await run({ messages: [{ role: 'user', content }] }, signal));
    },
    { ...options, schema: SCHEMA },
  );
  return Object.assign(made, { [AGENT]: true }) as AgentTool;
}

/** The tool that stands for an agent; any list of tools takes it. */
export type AgentTool = StructuredToolInterface;
