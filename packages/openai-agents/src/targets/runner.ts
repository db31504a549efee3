import {
  noteOptions,
  passUnmediated,
  ToolError,
  withMembers,
  type DelegatedTask,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { equipState, stateOf } from '../approval/resume.ts';
import { keepApproved } from '../approval/standing.ts';
import { configured, requireRun, surface } from '../coverage/require-enforced.ts';
import { writeAdmitted } from '../data/admitted-input.ts';
import { compactsItself } from '../data/session.ts';
import { keepSources } from '../delegation/agent-tool.ts';
import { delegating, runDelegated } from '../delegation/delegate.ts';
import { hookModel } from '../model/hook-model.ts';
import { provideModel } from '../model/named-model.ts';
import { currentFrame, Frame, runInFrame } from '../run/current-run.ts';
import { openRun } from '../run/open-run.ts';
import { runOptions, type RunOptions } from '../run/run-options.ts';
import { goOnFrom, settleRun } from '../run/settle-run.ts';
import { runUnhooked } from '../tools/direct-calls.ts';
import { toldOf } from '../tools/hook-tools.ts';
import { messagesOf } from '../translate/message-to-contract.ts';
import type { NativeAgent, NativeItem, NativeRunner } from '../translate/native.ts';
import { equipAgent } from './agent.ts';
import { layersAround, layersOf, setHidden, uniteLayers, type Layer } from './layers.ts';
import { reachSessions } from './reach-sessions.ts';
import type { Sdk } from './sdk-copies.ts';

/** One run, as the app asks for it. */
interface RunCall {
  readonly sdk: Sdk;
  readonly runner: NativeRunner;
  readonly agent: NativeAgent;
  /** The text of the user, a history, or the state of a run to resume. */
  readonly input: unknown;
  readonly options: RunOptions;
  /** Calls the SDK's own `run`. */
  readonly own: (input: unknown, options: RunOptions) => Promise<unknown>;
}

type Emit = (...told: readonly unknown[]) => unknown;
type Run = (agent: NativeAgent, input: unknown, options?: RunOptions) => Promise<unknown>;

/** Puts hooks on a target, as `withHooks` does. */
type PutHooks = (target: never, hooks: Hooks, options: WithHooksOptions) => unknown;

const PUT: unique symbol = Symbol.for('interpose.openai-agents.put') as never;

/** The members of a runner that are replaced. */
interface Replaced {
  run: Run;
  emit: Emit;
  /** Set by the copy of this package that has replaced the others. */
  [PUT]?: PutHooks;
}

/**
 * Wraps `Runner.prototype.run`, which every run of this copy of the SDK calls: `run`, runners and agents as tools. A
 * run without hooks goes through it unchanged. Returns what puts the hooks: that of another copy of this package, if it
 * was here first, since two of them would each begin every run.
 */
export function hookRunner(sdk: Sdk, put: PutHooks): PutHooks {
  const prototype = sdk.Runner.prototype as unknown as Replaced; // its overloads say the same thing
  const { run: own, emit, [PUT]: known } = prototype;
  if (known !== undefined) return known;
  setHidden(prototype, PUT, put);
  keepSources(sdk);
  reachSessions(sdk);
  writeAdmitted(sdk);
  keepApproved(sdk);
  setHidden(prototype, 'emit', function emitOriginals(this: NativeRunner, ...told: unknown[]) {
    return emit.apply(this, told.map(toldOf));
  });
  setHidden(prototype, 'run', function run(this: NativeRunner, ...given: Parameters<Run>) {
    const [agent, input, options = {}] = given;
    const asked: RunCall = {
      sdk,
      runner: this,
      agent,
      input,
      options,
      own: (changed, opted) => own.call(this, agent, changed, opted),
    };
    const targets = targetsOf(asked);
    return targets.length === 0
      ? runUnhooked(agent, () => asked.own(input, options))
      : begin(asked, targets);
  });
  return put;
}

/** Returns the registries of a run: those of the run around it, of the runner and of its agents. */
function targetsOf({ sdk, runner, agent, input }: RunCall): readonly Layer[] {
  const current = stateOf(sdk, input)?.agent;
  return uniteLayers(
    currentFrame()?.run.targets ?? [],
    layersOf(sdk.Runner),
    layersOf(runner),
    layersAround(agent),
    current === undefined ? [] : layersAround(current),
  );
}

function begin(call: RunCall, targets: readonly Layer[]): Promise<unknown> {
  const parent = delegating();
  return parent === undefined
    ? start(call, targets)
    : runDelegated(parent, { to: call.agent.name, ...askedOf(call, targets) });
}

/** Returns what hooks see of a task. An agent that goes on shows them what it was asked at first, which they cannot change. */
function askedOf(call: RunCall, targets: readonly Layer[]): Pick<DelegatedTask, 'input' | 'act'> {
  const state = stateOf(call.sdk, call.input);
  const input = state === undefined ? call.input : structuredClone(state.input);
  return {
    input,
    act: (allowed) => {
      if (allowed === input) return start(call, targets);
      if (state === undefined) return start({ ...call, input: allowed }, targets);
      throw new ToolError(`Blocked: a policy cannot change what ${call.agent.name} was asked.`);
    },
  };
}

let ran = false;

/** Whether a run with hooks has begun. */
export function hasRun(): boolean {
  return ran;
}

async function start(call: RunCall, targets: readonly Layer[]): Promise<unknown> {
  ran = true;
  const { sdk, runner, agent, input, options } = call;
  const { session, conversationId, previousResponseId } = options;
  const state = stateOf(sdk, input);
  const path = options.stream === true ? 'run streamed' : 'run';
  for (const layer of targets) {
    requireRun(layer.options, path, agent);
    noteOptions(options, surface, layer);
    noteOptions(runner.config, configured, layer);
    if (compactsItself(session)) passUnmediated('session that compacts itself', surface, layer);
  }
  const hostSession = session === undefined ? undefined : await session.getSessionId();
  const run = await openRun({
    sdk,
    runner,
    agent: state?.agent ?? agent,
    targets,
    path,
    signal: options.signal,
    hostSession: hostSession ?? conversationId ?? runner.config.groupId,
    ...(state === undefined
      ? { messages: (copy) => messagesOf(input as string | readonly NativeItem[], copy) }
      : { answers: state.answers }),
  });
  if (state !== undefined) goOnFrom(input as object, run);
  equipAgent(agent);
  if (state !== undefined) equipAgent(state.agent);
  hookModels(runner);
  // Hooks of the earlier run have seen everything in a state to resume, except input that the app added since.
  run.asked = state?.hasNewInput === false;
  run.isServerManaged =
    state?.isServerManaged ?? (conversationId !== undefined || previousResponseId !== undefined);
  return settleRun(run, () =>
    runInFrame(new Frame(run), () => {
      const own = (): Promise<unknown> => call.own(input, runOptions(run, runner, options));
      return equipState(run, input)?.then(own) ?? own();
    }),
  );
}

const provided = new WeakSet<object>();

/** Hooks the runner's models: its own model object, and every model that it gets from its provider by name. */
export function hookModels(runner: NativeRunner): void {
  const { config } = runner;
  const { model, modelProvider } = config;
  if (model !== undefined && typeof model !== 'string') config.model = hookModel(model, runner);
  if (provided.has(modelProvider)) return;
  const hookedProvider = withMembers(modelProvider, {
    getModel: async (name?: string) => hookModel(await provideModel(modelProvider, name), runner),
  });
  provided.add(hookedProvider);
  // The type says `readonly`, but the runner reads the provider anew for each model.
  Object.assign(config, { modelProvider: hookedProvider });
}
