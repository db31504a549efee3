import type { Agent, AgentInputItem, FunctionTool, Session } from '@openai/agents-core';
import OpenAI from 'openai';
import { z } from 'zod';

import type { AgentFixture, Scenario, ToolFixture } from '@interpose/testing/conformance';

import { withHooks, type WithHooksOptions } from '../../src/index.ts';
import type { ResumeWith, Stage } from './agents-harness.ts';
import { mcpServer } from './mcp-server.ts';
import { SeamSession } from './memory-session.ts';

/** Which target the harness hooks. */
export type Target = 'Agent' | 'Runner';

/** Runs the hooked target as an app would; what comes back is the SDK's own result. */
export async function startRun(
  stage: Stage,
  input: AgentInputItem[] | ResumeWith,
): Promise<unknown> {
  const { version, target, mode, scenario } = stage;
  const { sdk } = version;
  const agent = agentOf(stage);
  const runner = new sdk.Runner({ tracingDisabled: true, ...notFound });
  const options = hookOptions(scenario);
  if (target === 'Agent') withHooks(agent, scenario.hooks, options);
  else withHooks(runner, scenario.hooks, options);
  const session = sessionOf(scenario);
  const given = Array.isArray(input) ? input : await resumed(stage, agent, input);
  const rest = {
    ...(session === undefined ? undefined : { session }),
    ...(scenario.signal === undefined ? undefined : { signal: scenario.signal }),
  };
  return mode === 'plain'
    ? runner.run(agent, given, rest)
    : runner.run(agent, given, { ...rest, stream: true });
}

/** A call of a tool that is not there goes back to the model; the SDK's own default is to fail. */
const notFound = { toolNotFoundBehavior: 'return_error_to_model' } as const;

async function resumed({ version }: Stage, agent: Agent, { read, answer }: ResumeWith) {
  const text = read.state ?? '';
  const state = await version.sdk.RunState.fromString(agent, tampered(text, read, answer));
  for (const item of state.getInterruptions()) {
    if (answer.approved) state.approve(item);
    else state.reject(item);
  }
  return state;
}

/** The client changes what the state says about the pending call. */
function tampered(
  text: string,
  { outcome }: ResumeWith['read'],
  answer: ResumeWith['answer'],
): string {
  if (answer.tamperedArgs === undefined || outcome.kind !== 'suspended') return text;
  const before = JSON.stringify(JSON.stringify(outcome.pending[0]?.args)).slice(1, -1);
  const after = JSON.stringify(JSON.stringify(answer.tamperedArgs)).slice(1, -1);
  return text.replaceAll(before, after);
}

function sessionOf({ seams, hostSession }: Scenario): Session | undefined {
  if (seams?.memory !== undefined) return new SeamSession(seams.memory);
  if (hostSession === undefined) return undefined;
  return new SeamSession({ source: hostSession, read: () => [], store: () => undefined });
}

function agentOf(stage: Stage): Agent {
  const { version, scenario } = stage;
  const { instructions, toolChoice, output, hostRetries = 0 } = scenario;
  const agents = scenario.agents ?? [];
  const children = new Map(agents.map((fixture) => [fixture, childOf(stage, fixture)]));
  const asTools = agents
    .filter(({ as }) => as === 'tool')
    .map((fixture) => asTool(children.get(fixture)!, fixture));
  // Only the tools of servers come with hints.
  const [own, served] = [false, true].map((hinted) =>
    (scenario.tools ?? []).filter(({ annotations }) => (annotations !== undefined) === hinted),
  ) as [ToolFixture[], ToolFixture[]];
  const final = (scenario.tools ?? []).filter((tool) => tool.final === true);
  return new version.sdk.Agent({
    name: 'main',
    model: modelOf(stage, 'main'),
    modelSettings: {
      ...(toolChoice === undefined ? undefined : { toolChoice }),
      ...(hostRetries === 0 ? undefined : { retry: retries(stage, hostRetries) }),
    },
    tools: [...own.map((tool) => toolOf(stage, tool)), ...asTools],
    mcpServers: served.length === 0 ? [] : [mcpServer(served)],
    handoffs: agents.filter(({ as }) => as === 'handoff').map((each) => children.get(each)!),
    ...(instructions === undefined ? undefined : { instructions }),
    ...(final.length === 0
      ? undefined
      : { toolUseBehavior: { stopAtToolNames: final.map(({ name }) => name) } }),
    ...(output === undefined
      ? undefined
      : { outputType: { type: 'json_schema', name: 'out', strict: false, schema: output } }),
  } as never);
}

function retries({ version }: Stage, maxRetries: number): object {
  const { retryPolicies } = version.sdk as object as {
    readonly retryPolicies: { httpStatus(statuses: readonly number[]): unknown };
  };
  return {
    maxRetries,
    backoff: { initialDelayMs: 1, maxDelayMs: 1, jitter: false },
    policy: retryPolicies.httpStatus([400, 429, 500, 503]),
  };
}

function childOf(stage: Stage, { name, instructions, tools = [] }: AgentFixture): Agent {
  return new stage.version.sdk.Agent({
    name,
    model: modelOf(stage, name),
    tools: tools.map((tool) => toolOf(stage, tool)),
    ...(instructions === undefined ? undefined : { instructions }),
  });
}

function asTool(agent: Agent, { name }: AgentFixture): FunctionTool {
  return agent.asTool({
    toolName: name,
    toolDescription: `Asks ${name}.`,
  }) as unknown as FunctionTool; // its schema is that of an agent
}

function modelOf({ version, chats }: Stage, name: string) {
  const client = new OpenAI({
    baseURL: chats.get(name)?.baseURL ?? '',
    apiKey: 'any',
    maxRetries: 0,
  });
  return new version.ChatModel(client, 'gpt-4o-mini');
}

function toolOf({ version }: Stage, fixture: ToolFixture): FunctionTool {
  const { name, description = '', schema } = fixture;
  const open = { type: 'object', properties: {}, required: [], additionalProperties: true };
  return version.sdk.tool({
    name,
    description,
    ...(schema === undefined
      ? { parameters: open, strict: false }
      : { parameters: z.fromJSONSchema(schema), strict: true }),
    execute: async (args: unknown, _context: unknown, details: ExecuteDetails) =>
      fixture.run(args as never, {
        callId: details?.toolCall?.callId ?? '',
        ...(details?.signal === undefined ? undefined : { signal: details.signal }),
      }),
    errorFunction: (_context: unknown, error: unknown) =>
      error instanceof Error ? error.message : String(error),
  } as never) as FunctionTool;
}

type ExecuteDetails =
  | { readonly toolCall?: { readonly callId: string }; readonly signal?: AbortSignal }
  | undefined;

function hookOptions({ session, agent, user, trace }: Scenario): WithHooksOptions {
  return {
    ...(session === undefined ? undefined : { session }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
    ...(trace === undefined ? undefined : { trace }),
  };
}
