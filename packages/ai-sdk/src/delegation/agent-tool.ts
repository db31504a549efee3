import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import type { Tool } from 'ai';
import { AGENT, type ExecuteOptions } from '../tools/tool-facts.ts';
import { undelegated } from '../targets/agent.ts';
import { answerText, delegating } from './delegate.ts';

/** The description of an agent for the agent that may call it. */
export interface AgentToolOptions {
  readonly description: string;
}

/** The arguments that the calling model writes. */
export interface AgentToolInput {
  readonly input: string;
}

/** An agent that a tool can call, such as any `ToolLoopAgent`. */
export interface CallableAgent {
  generate(call: never): PromiseLike<{ readonly text: string }>;
}

/** The SDK's mark for a schema that needs no schema library. */
const SCHEMA: unique symbol = Symbol.for('vercel.ai.schema') as never;

const INPUT = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What the agent shall do.' } },
  required: ['input'],
  additionalProperties: false,
} as const;

/**
 * Returns a tool that calls an agent hooked with `withHooks` and returns its text. Policies see that the tool is an
 * agent, and can change, supply and deny both the task and the answer.
 *
 * @example
 * const expert = withHooks(new ToolLoopAgent({ id: 'expert', model }), hooks);
 * const agent = withHooks(new ToolLoopAgent({ model, tools: { expert: agentTool(expert, { description: 'Knows prices.' }) } }), hooks);
 */
export function agentTool(
  agent: CallableAgent,
  { description }: AgentToolOptions,
): Tool<AgentToolInput, string> {
  const schema = { [SCHEMA]: true, jsonSchema: INPUT, validate: validateInput };
  const tool = {
    description,
    inputSchema: schema,
    execute: ({ input }: AgentToolInput, { abortSignal }: ExecuteOptions) =>
      delegate(agent, input, abortSignal),
    [AGENT]: true,
  };
  // The SDK recognises its schemas by a mark that it does not export.
  return tool as unknown as Tool<AgentToolInput, string>;
}

function validateInput(value: unknown): object {
  if (isDict(value) && typeof value['input'] === 'string') return { success: true, value };
  return { success: false, error: new TypeError('the input is not a text') };
}

async function delegate(
  agent: CallableAgent,
  input: string,
  abortSignal: AbortSignal | undefined,
): Promise<unknown> {
  const hooked = undelegated(agent);
  const ask = async (prompt: unknown): Promise<unknown> =>
    answerText(await (hooked ?? agent).generate({ prompt, abortSignal } as never));
  const parent = hooked && delegating(hooked.hooks);
  if (parent === undefined) return ask(input);
  return (await aroundDelegation(parent, { to: hooked!.to, input, act: ask })).output;
}
