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

/** What a hooked model knows wherever it is called. */
export interface ModelSeam extends Layer {
  /** The tools that were bound to it. */
  readonly tools: readonly NativeTool[];
}

/** A graph and what it was hooked with. */
export interface HookedRunner extends Layer {
  readonly runner: Runner;
  /** What the agent was made of, where that is known. */
  readonly params: AgentParams;
  /** True for a graph that was compiled before it was hooked, so that its models may be out of reach. */
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

/** Only a thread that is kept can wait for a person. */
function canSuspend(runner: Runner, params: AgentParams, config: RunnableConfig): boolean {
  const graph: unknown = runner['graph'];
  const own = runner.checkpointer ?? (isDict(graph) ? graph['checkpointer'] : undefined);
  const kept = own ?? params['checkpointer'];
  return isOnThread(config) || (isDict(kept) && config.configurable?.['thread_id'] !== undefined);
}

/** True inside a graph whose thread is kept. */
function isOnThread({ configurable }: RunnableConfig): boolean {
  return configurable?.['__pregel_checkpointer'] !== undefined;
}

/** A use of one part of an app, which may have no run around it. */
export interface StandaloneUse {
  /** The path of the capability table. */
  readonly path: string;
  /** What the agent is called where the app does not say; by default as its model is. */
  readonly fallback?: string;
  readonly model?: NativeModel;
  /** The config of a call that may wait for a person, where it is on a thread: without one nothing could resume it. */
  readonly config?: RunnableConfig | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
  /** The tools that calls in it may name. */
  readonly tools?: readonly NativeTool[];
}

/**
 * Opens the chat of such a use.
 *
 * @throws InterposeError `not_enforced` for a model that is asked with tools past its hooks, where all has to be enforced.
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

/** One call of a model as such a use. */
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
