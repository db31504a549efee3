import type { AgentFixture, Mode, Scenario } from '@interpose/testing/conformance';

import { agentTool, withHooks, type WithHooksOptions } from '../../src/index.ts';
import type { Sdk, SdkVersion } from '../sdk-versions.ts';
import { lcTool } from './lc-tools.ts';
import { middlewareOf } from './middleware.ts';
// @boundaries-ignore shared by tests only
import type { Chats } from '../../../testing/test/serve-chats.ts';

/** Which target the harness hooks. */
export type Target = 'createAgent' | 'agent';

/** An agent as the harness calls it. */
export interface Agent {
  invoke(input: unknown, config: object): Promise<unknown>;
  stream(input: unknown, config: object): Promise<AsyncIterable<unknown>>;
}

/** One scenario that is to be run. */
export interface Stage {
  readonly version: SdkVersion;
  readonly target: Target;
  readonly mode: Mode;
  readonly scenario: Scenario;
  readonly chats: Chats;
  readonly checkpointer: object | undefined;
}

/** Makes the hooked agent of a scenario as an app would. */
export function makeAgent(stage: Stage): Agent {
  const { target, scenario, version } = stage;
  const { createAgent } = version.sdk.langchain;
  const params = paramsOf(stage) as never;
  const options = hookOptions(scenario);
  const agent =
    target === 'createAgent'
      ? withHooks(createAgent, scenario.hooks, options)(params)
      : withHooks(createAgent(params), scenario.hooks, options);
  return agent;
}

function paramsOf({ version, scenario, chats, checkpointer }: Stage): object {
  const { sdk } = version;
  const agents = (scenario.agents ?? []).map((fixture) => subAgent(sdk, scenario, chats, fixture));
  const tools = (scenario.tools ?? []).map((fixture) => lcTool(sdk, fixture));
  return {
    model: chatModel(sdk, chats, 'main'),
    tools: [...tools, ...agents],
    middleware: middlewareOf(version, scenario),
    ...(scenario.instructions === undefined ? {} : { systemPrompt: scenario.instructions }),
    ...(scenario.output === undefined
      ? {}
      : { responseFormat: sdk.langchain.providerStrategy(scenario.output as never) }),
    ...(checkpointer === undefined ? {} : { checkpointer }),
  };
}

function chatModel({ openai }: Sdk, chats: Chats, agent: string): object {
  return new openai.ChatOpenAI({
    model: 'gpt-4o-mini',
    apiKey: 'any',
    maxRetries: 0,
    useResponsesApi: false,
    configuration: { baseURL: chats.get(agent)?.baseURL ?? '' },
  });
}

function subAgent(sdk: Sdk, scenario: Scenario, chats: Chats, fixture: AgentFixture): object {
  const agent = withHooks(
    sdk.langchain.createAgent,
    scenario.hooks,
  )({
    name: fixture.name,
    model: chatModel(sdk, chats, fixture.name),
    tools: (fixture.tools ?? []).map((tool) => lcTool(sdk, tool)),
    ...(fixture.instructions === undefined ? {} : { systemPrompt: fixture.instructions }),
  } as never);
  return agentTool(agent as never, {
    name: fixture.name,
    description: `Asks ${fixture.name}.`,
  });
}

function hookOptions({ session, agent, user, trace }: Scenario): WithHooksOptions {
  return {
    ...(session === undefined ? undefined : { session }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
    ...(trace === undefined ? undefined : { trace }),
  };
}
