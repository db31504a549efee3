import {
  Agent,
  Runner,
  tool,
  type AgentConfiguration,
  type FunctionTool,
} from '@openai/agents-core';

import { createHooks, deny, type Hooks } from '@interpose/core';

import type { MemoryModel } from './memory-model.ts';

/** A runner that keeps its traces to itself. */
export const runner: Runner = new Runner({ tracingDisabled: true });

/** A tool with open arguments. */
export function openTool(
  name: string,
  execute: (args: Record<string, unknown>) => unknown,
  rest: object = {},
): FunctionTool {
  const parameters = { type: 'object', properties: {}, required: [], additionalProperties: true };
  const options = {
    name,
    description: `Runs ${name}.`,
    parameters,
    strict: false,
    execute,
    ...rest,
  };
  // The options are those of a tool without a strict schema.
  return tool(options as never) as FunctionTool;
}

/** An agent on this model. */
export function agentOn(model: MemoryModel, rest: Partial<AgentConfiguration> = {}): Agent {
  return new Agent({ name: 'shop', model, ...rest });
}

/** Runs an agent in one of both modes, to its end. */
export async function runIn(
  mode: 'plain' | 'streamed',
  agent: Agent,
  input: Parameters<Runner['run']>[1],
  options: object = {},
): Promise<RunIn> {
  if (mode === 'plain')
    return Object.assign(await runner.run(agent, input as string, options), { events: [] });
  const result = await runner.run(agent, input as string, { ...options, stream: true });
  const events: unknown[] = [];
  for await (const event of result) events.push(event);
  await result.completed;
  return Object.assign(result, { events });
}

/** What the tests read of a run, streamed or not. */
interface RunIn {
  readonly finalOutput?: unknown;
  readonly history: readonly unknown[];
  readonly rawResponses: readonly unknown[];
  readonly interruptions: readonly unknown[];
  readonly lastResponseId: string | undefined;
  readonly events: readonly unknown[];
}

/** Both ways to run. */
export const modes = ['plain', 'streamed'] as const;

/** Hooks that deny 5 euros, and the calls that they were asked about. */
export function denyingFive(): { readonly hooks: Hooks; readonly asked: unknown[] } {
  const [hooks, asked] = [createHooks(), [] as unknown[]];
  hooks.addHook('preToolCall', ({ call }) => {
    asked.push(call.args['euros']);
    return call.args['euros'] === 5 ? deny('not now') : undefined;
  });
  return { hooks, asked };
}
