import type { Hooks } from '@interpose/core';
import { isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import { readResumption } from '../approval/resume.ts';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { ChatRun } from './host-run.ts';
import type { AgentParams, Runner } from '../targets/shapes.ts';
import { messageToContract, roleOf, startMessages } from '../translate/message-to-contract.ts';
import type { NativeModel, NativeTool, RunnableConfig } from '../translate/native.ts';
import { modelName, type NativeRequest } from '../translate/request-to-contract.ts';

/** What a hooked model knows wherever it is called. */
export interface ModelSeam {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  /** The tools that were bound to it. */
  readonly tools: readonly NativeTool[];
}

/** A graph and what it was hooked with. */
export interface HookedRunner {
  readonly runner: Runner;
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
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
  const thread = config.configurable?.['thread_id'];
  const { pending, resumes } = await readResumption(hooks, runner, input, config);
  return ChatRun.open({
    hooks,
    options,
    agent: agentIdentity(options.agent, {
      fallback: 'agent',
      name: params.name ?? nameOf(runner),
      model: params.model ?? params.llm,
      instructions: params.systemPrompt ?? params.prompt,
    }),
    can: canOf(path),
    suspends: canSuspend(runner, params, config),
    signal: config.signal,
    threadId: typeof thread === 'string' ? thread : undefined,
    messages: (copy) => startMessages(input, copy),
    pending: pending.size === 0 ? undefined : pending,
    resumes,
    isStructured: params.responseFormat !== undefined,
    guardsModels: isCompiled || options.require === 'enforced',
  });
}

function nameOf({ name }: Runner): unknown {
  return name === 'LangGraph' ? undefined : name;
}

/** Only a thread that is kept can wait for a person. */
function canSuspend(
  runner: Runner,
  params: AgentParams,
  { configurable }: RunnableConfig,
): boolean {
  const graph: unknown = runner['graph'];
  const own = runner.checkpointer ?? (isDict(graph) ? graph['checkpointer'] : undefined);
  const kept = own ?? params['checkpointer'];
  const inherited = configurable?.['__pregel_checkpointer'] !== undefined;
  return inherited || (isDict(kept) && configurable?.['thread_id'] !== undefined);
}

/** Opens the chat of one use of a model; a call waits for nobody there, since nothing could resume it. */
export async function openLone(
  { hooks, options, tools }: ModelSeam,
  model: NativeModel,
  { messages, options: call }: NativeRequest,
  path: string,
): Promise<ChatRun> {
  const run = await ChatRun.open({
    hooks,
    options,
    agent: agentIdentity(options.agent, {
      fallback: modelName(model) ?? model['_llmType'](),
      model,
    }),
    can: canOf(path),
    suspends: false,
    signal: call.signal,
    messages: (copy) =>
      messages
        .filter((message) => roleOf(message) !== 'system')
        .map((message) => messageToContract(message, copy)),
  });
  for (const tool of tools) run.tools.set(tool.name, tool);
  return run;
}
