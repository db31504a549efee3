import type { AgentFixture, Mode, Scenario } from '@interpose/testing/conformance';
import type { ModelMessage, ToolSet } from 'ai';

import { agentTool, withHooks, type WithHooksOptions } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { sdkModel } from './sdk-model.ts';
import { sdkTools } from './sdk-tools.ts';
// @boundaries-ignore shared by tests only
import type { Chats } from '../../../testing/test/serve-chats.ts';
import { steerCall } from './steer-call.ts';

/** Which target the harness hooks. */
export type Target = 'ToolLoopAgent' | 'module';

/** One call of a hooked target. */
export interface StartedCall {
  readonly version: SdkVersion;
  readonly target: Target;
  readonly mode: Mode;
  readonly scenario: Scenario;
  readonly chats: Chats;
  readonly messages: ModelMessage[];
}

/** Calls the hooked target as an app would; what comes back is the SDK's own result. */
export function startCall({ mode, ...call }: StartedCall): unknown {
  const { version, target, scenario, messages } = call;
  const { sdk } = version;
  const settings = settingsOf(call);
  const given = {
    messages,
    ...(scenario.signal === undefined ? undefined : { abortSignal: scenario.signal }),
  };
  if (target === 'module') {
    const hooked = withHooks(sdk, scenario.hooks, hookOptions(scenario));
    const { instructions, ...rest } = settings;
    const named = version.major === 6 ? { system: instructions } : { instructions };
    const options = { stopWhen: sdk.stepCountIs(20), ...rest, ...named, ...given } as never;
    return mode === 'plain' ? hooked.generateText(options) : hooked.streamText(options);
  }
  const own = new sdk.ToolLoopAgent(settings as never);
  const agent = withHooks(own, scenario.hooks, hookOptions(scenario));
  return mode === 'plain' ? agent.generate(given) : agent.stream(given);
}

type Call = Omit<StartedCall, 'mode'>;

function settingsOf(call: Call): Readonly<Record<string, unknown>> {
  const { version, scenario, chats } = call;
  const { sdk, major } = version;
  const agents = (scenario.agents ?? []).map((fixture) => subAgent(call, fixture));
  const tools = { ...sdkTools(sdk, scenario.tools), ...Object.fromEntries(agents) };
  return {
    model: sdkModel(major, chats.get('main')?.baseURL ?? ''),
    maxRetries: scenario.hostRetries ?? 0,
    ...(scenario.instructions === undefined ? undefined : { instructions: scenario.instructions }),
    ...(Object.keys(tools).length === 0 ? undefined : { tools }),
    ...(scenario.toolChoice === undefined ? undefined : { toolChoice: scenario.toolChoice }),
    ...(scenario.output === undefined
      ? undefined
      : { output: sdk.Output.object({ schema: sdk.jsonSchema(scenario.output) }) }),
    ...steerCall(version, scenario),
    onError: () => undefined,
  };
}

function subAgent(
  { version, scenario, chats }: Call,
  fixture: AgentFixture,
): [name: string, tool: ToolSet[string]] {
  const { sdk, major } = version;
  const agent = new sdk.ToolLoopAgent({
    id: fixture.name,
    model: sdkModel(major, chats.get(fixture.name)?.baseURL ?? ''),
    maxRetries: 0,
    tools: sdkTools(sdk, fixture.tools),
    ...(fixture.instructions === undefined ? undefined : { instructions: fixture.instructions }),
  });
  const hooked = withHooks(agent, scenario.hooks);
  return [fixture.name, agentTool(hooked, { description: `Asks ${fixture.name}.` })];
}

function hookOptions({ session, agent, user, trace }: Scenario): WithHooksOptions {
  return {
    ...(session === undefined ? undefined : { session }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
    ...(trace === undefined ? undefined : { trace }),
  };
}
