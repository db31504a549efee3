import type { EventName } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import type {
  Agent,
  AgentConfiguration,
  FunctionTool,
  Runner,
  RunState,
  Session,
} from '@openai/agents-core';

import { withHooks, type Hookable } from '../../src/index.ts';
import type { Sdk, SdkVersion } from '../../test/sdk-versions.ts';
import { CanaryModel, type Script } from './canary-model.ts';

/** What one answer asks. */
export const ask: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
];

/** What a loop of model and tools asks. */
export const loop: readonly EventName[] = [...ask, 'preToolCall', 'onToolCallResult'];

/** What an app of a probe works with. */
export interface Kit {
  readonly sdk: Sdk;
  readonly run: ProbeRun;
  readonly isStreamed: boolean;
  readonly model: CanaryModel;
  readonly runner: Runner;
  readonly refund: FunctionTool;
  /** Hooks something; the thing itself in the run without hooks. */
  readonly hook: <T extends Hookable>(target: T) => T;
  /** An agent with the model and the tool, hooked. */
  readonly agentWith: (rest?: Partial<AgentConfiguration>) => Agent;
  /** Runs an agent to its end, and gives all that an app can reach then. */
  readonly go: (
    agent: Agent,
    input?: string | RunState<unknown, Agent>,
    options?: GoOptions,
  ) => Promise<Reached>;
}

/** The options of a run that probes use; others pass. */
export interface GoOptions {
  readonly session?: Session;
  readonly runner?: Pick<Runner, 'run'>;
  readonly [option: string]: unknown;
}

/** What an app can reach after a run. */
export interface Reached {
  readonly result?: RunResult | undefined;
  readonly error?: unknown;
  readonly [part: string]: unknown;
}

interface RunResult {
  readonly state: RunState<unknown, Agent>;
  readonly interruptions: readonly never[];
  readonly finalOutput?: unknown;
  readonly history: unknown;
  readonly output: unknown;
  readonly newItems: unknown;
  readonly rawResponses: unknown;
}

type App = (kit: Kit) => unknown;

/** Makes a probe for a plain run and one for a streamed run of the same app. */
export function kitProbes(
  version: SdkVersion,
  name: string,
  asks: Probe['asks'],
  app: App,
  script?: Script,
): readonly Probe[] {
  const probe = (isStreamed: boolean): Probe => ({
    name: isStreamed ? `${name}, streamed` : name,
    asks: isStreamed && asks.includes('onResponse') ? [...asks, 'onResponseDelta'] : asks,
    app: async (run) => app(openKit(version.sdk, run, isStreamed, script)),
  });
  return [probe(false), probe(true)];
}

/** Opens what one app of a probe works with. */
export function openKit(sdk: Sdk, run: ProbeRun, isStreamed: boolean, script?: Script): Kit {
  const { hooks } = run;
  const hook: Kit['hook'] = (target) => (hooks === undefined ? target : withHooks(target, hooks));
  const model = new CanaryModel(sdk, run, script);
  const runner = new sdk.Runner({ tracingDisabled: true, model });
  const refund = refundTool(sdk, run);
  const agentWith: Kit['agentWith'] = (rest) =>
    hook(new sdk.Agent({ name: 'shop', model, tools: [refund], ...rest }));
  const go: Kit['go'] = (agent, input = 'Pay me.', { runner: own = runner, ...options } = {}) =>
    reach(own, agent, input, { ...options, stream: isStreamed, maxTurns: 5 });
  return { sdk, run, isStreamed, model, runner, refund, hook, agentWith, go };
}

/** The tool that most probes call. */
export function refundTool(sdk: Sdk, run: ProbeRun, rest: object = {}): FunctionTool {
  const parameters = {
    type: 'object',
    properties: { euros: { type: 'number' } },
    required: [],
    additionalProperties: true,
  };
  const execute = (args: unknown): string => {
    run.toolRan('refund', args);
    return canaries.toolResult;
  };
  const options = { name: 'refund', description: 'Pays.', parameters, strict: false, execute };
  // The options are those of a tool without a strict schema.
  return sdk.tool({ ...options, ...rest } as never) as FunctionTool;
}

interface StreamedRun extends RunResult, AsyncIterable<unknown> {
  readonly completed: Promise<void>;
  readonly error: unknown;
}

async function reach(
  runner: Pick<Runner, 'run'>,
  agent: Agent,
  input: string | RunState<unknown, Agent>,
  options: GoOptions,
): Promise<Reached> {
  const { session } = options;
  let events: unknown[] | undefined;
  try {
    const result = (await runner.run(agent, input as string, options)) as unknown as RunResult; // streamed or not
    if (options['stream'] === true) {
      events = await drain(result as StreamedRun);
      await (result as StreamedRun).completed;
    }
    return { ...read(result), events, stored: await session?.getItems() };
  } catch (error) {
    return { error, events, stored: await session?.getItems() };
  }
}

function read(result: RunResult): Reached {
  const { history, interruptions, newItems, output, rawResponses, state } = result;
  // The SDK warns whoever reads it of a run that waits.
  const finalOutput = interruptions.length > 0 ? undefined : result.finalOutput;
  return { result, finalOutput, history, newItems, output, rawResponses, text: state.toString() };
}

/** Reads a stream to its end, errors included. */
async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    chunks.push(error);
  }
  return chunks;
}
