import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import type { Tool } from 'ai';
import { AGENT, type ExecuteOptions } from '../tools/tool-facts.ts';
import { undelegated } from '../targets/agent.ts';
import { answerText, delegating } from './delegate.ts';

/** What another agent is told about an agent it may call. */
export interface AgentToolOptions {
  readonly description: string;
}

/** What the calling model writes. */
export interface AgentToolInput {
  readonly input: string;
}

/** What an agent has to be able to do: every `ToolLoopAgent` is. */
export interface CallableAgent {
  generate(call: never): PromiseLike<{ readonly text: string }>;
}

/** The SDK's own mark for a schema that needs no library. */
const SCHEMA: unique symbol = Symbol.for('vercel.ai.schema') as never;

const INPUT = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What the agent shall do.' } },
  required: ['input'],
  additionalProperties: false,
} as const;

/**
 * A tool that calls an agent hooked with `withHooks` and returns its text. Policies see that the tool is an agent,
 * and both sides of the delegation can be changed, supplied and denied.
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
  // The SDK knows its schemas by a mark it does not export.
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
