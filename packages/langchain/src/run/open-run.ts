import { isDict, type Layer } from '@interpose/adapter-kit';
import { readResumption } from '../approval/resume.ts';
import { canOf } from '../capabilities.ts';
import { agentIdentity, identityOf } from '../coverage/agent-identity.ts';
import { callbacksIn, requireNoCallbacks } from '../coverage/check-callbacks.ts';
import { requireHookedTools } from '../coverage/require-enforced.ts';
import { ChatRun, currentRun, type RunOpening } from './host-run.ts';
import { isRemote, isTool, type AgentParams, type Runner } from '../targets/shapes.ts';
import { messageToContract, roleOf, startMessages } from '../translate/message-to-contract.ts';
import {
  listIn,
  type NativeModel,
  type NativeTool,
  type RunnableConfig,
} from '../translate/native.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';

/** The hooks of a model with its options and tools, wherever the model is called. */
export interface ModelSeam extends Layer {
  /** The tools that were bound to the model. */
  readonly tools: readonly NativeTool[];
}

/** A graph with its hooks and options. */
export interface HookedRunner extends Layer {
  readonly runner: Runner;
  /** The parameters from which the agent was made, if they are known. */
  readonly params: AgentParams;
  /** Whether the graph was compiled before it was hooked, so that its models may be out of reach. */
  readonly isCompiled: boolean;
}

/** Opens the chat of one run of a graph. */
export async function openRun(
  { runner, hooks, options, params, isCompiled }: HookedRunner,
  input: unknown,
  given: RunnableConfig | undefined,
  path: string,
): Promise<ChatRun> {
  const config = given ?? {};
  const bound = [runner, runner['graph']].map(
    (each) => isDict(each) && callbacksIn(each['config']),
  );
  requireNoCallbacks({ hooks, options }, config['callbacks'], ...bound);
  const thread = config.configurable?.['thread_id'];
  const { pending, resumes } = await readResumption(hooks, runner, input, config);
  return ChatRun.open({
    hooks,
    options,
    agent: identityOf(
      params,
      options.agent,
      params.name ?? (runner.name === 'LangGraph' ? undefined : runner.name),
    ),
    can: canOf(path),
    suspends: canSuspend(runner, params, config),
    signal: config.signal,
    threadId: typeof thread === 'string' ? thread : undefined,
    messages: (copy) => startMessages(input, copy),
    pending: pending.size === 0 ? undefined : pending,
    resumes,
    isStructured: params.responseFormat !== undefined,
    guardsModels: isCompiled,
    delegator: isRemote(runner) ? currentRun(hooks) : undefined,
  });
}

/** Whether a run can wait for a person. Only a thread that a checkpointer keeps can do so. */
function canSuspend(runner: Runner, params: AgentParams, config: RunnableConfig): boolean {
  const graph: unknown = runner['graph'];
  const own = runner.checkpointer ?? (isDict(graph) ? graph['checkpointer'] : undefined);
  const kept = own ?? params['checkpointer'];
  return isOnThread(config) || (isDict(kept) && config.configurable?.['thread_id'] !== undefined);
}

/** Whether the code is inside a graph whose thread a checkpointer keeps. */
function isOnThread({ configurable }: RunnableConfig): boolean {
  return configurable?.['__pregel_checkpointer'] !== undefined;
}

/** A use of one part of an app, which may have no run around it. */
export interface StandaloneUse {
  /** The path in the capability table. */
  readonly path: string;
  /** The name of the agent if the app gives none; by default the name of the model. */
  readonly fallback?: string;
  readonly model?: NativeModel;
  /** The config of a call that may wait for a person. It waits only on a thread: nothing else could be resumed. */
  readonly config?: RunnableConfig | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
  /** The tools that calls in this use may name. */
  readonly tools?: readonly NativeTool[];
}

/**
 * Opens the chat of such a use.
 *
 * @throws InterposeError `not_enforced` for a model with tools that are not hooked, where all has to be enforced.
 */
export async function openStandalone(
  { hooks, options }: Layer,
  use: StandaloneUse,
): Promise<ChatRun> {
  const { path, fallback, model, tools = [], config, ...opening } = use;
  if (model !== undefined) requireHookedTools({ hooks, options }, tools);
  const agent = agentIdentity(options.agent, { fallback, model });
  const can = canOf(path);
  const run = await ChatRun.open({
    suspends: config !== undefined && isOnThread(config),
    signal: config?.signal,
    ...opening,
    hooks,
    options,
    agent,
    can,
  });
  for (const tool of tools) run.tools.set(tool.name, tool);
  return run;
}

/** Returns one call of a model as such a use. */
export function modelUse(
  { tools }: ModelSeam,
  model: NativeModel,
  { messages, options: { signal, tools: offered } }: NativeRequest,
  path: string,
): StandaloneUse {
  const given = listIn(offered).filter((tool) => isTool(tool) && !tools.includes(tool));
  return {
    path,
    model,
    signal,
    messages: (copy) =>
      messages
        .filter((message) => roleOf(message) !== 'system')
        .map((message) => messageToContract(message, copy)),
    tools: given.length === 0 ? tools : [...tools, ...(given as NativeTool[])],
  };
}
