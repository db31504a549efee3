import type { AgentIdentity, ToolCall } from '@interpose/core';
import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import type { NativeTool, RunnableConfig } from '../translate/native.ts';
import { resultFromContract, resultToContract } from '../translate/tool-result.ts';
import { requireHidden } from './hidden-insides.ts';
import { checkRemote } from './remote-call.ts';

/** The arguments of a tool with which a deep agent passes work to a sub-agent. */
interface TaskTool {
  readonly to: string;
  readonly input: string;
  /** Whether the sub-agent works on a server, where no hook reaches its models and tools. */
  readonly isRemote?: true;
}

const TASKS: ReadonlyMap<string, TaskTool> = new Map([
  ['task', { to: 'subagent_type', input: 'description' }],
  ['start_async_task', { to: 'agentName', input: 'description', isRemote: true }],
  ['update_async_task', { to: 'taskId', input: 'message', isRemote: true }],
]);

/** Returns the arguments of this call if it passes work to a sub-agent of `createDeepAgent`. */
export function taskIn({ name }: NativeTool, { args }: ToolCall): TaskTool | undefined {
  const task = TASKS.get(name);
  return task && typeof args[task.to] === 'string' && task.input in args ? task : undefined;
}

/** Returns the identity of the agent inside a tool, for the case that the tool runs one. */
export function agentOf(tool: NativeTool, call: ToolCall): AgentIdentity {
  const task = taskIn(tool, call);
  const id = task ? String(call.args[task.to]) : tool.name;
  return { id, name: id };
}

/** Such a call, with its id. */
interface TaskCall {
  readonly id: string;
  readonly tool: NativeTool;
  readonly config: RunnableConfig | undefined;
  readonly task: TaskTool;
}

/**
 * Takes such a call through the gates of a delegation.
 *
 * @throws ToolError with the text about a denial for the calling agent's model.
 */
export async function aroundTask(
  run: ChatRun,
  { id, tool, config, task }: TaskCall,
  given: unknown,
  act: (given: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { chat } = run;
  if (task.isRemote) checkRemote(run);
  else requireHidden(chat);
  if (!isDict(given) || !chat.listens('preDelegate', 'onDelegateResult')) return act(given);
  const input = given[task.input];
  const { output, changed, native } = await aroundDelegation(chat, {
    to: runningAgent(given[task.to], config),
    input,
    act: (allowed) => act(allowed === input ? given : { ...given, [task.input]: allowed }),
    read: (result) => resultToContract(result, tool, id, run.copy),
  });
  return changed ? resultFromContract(output, native, tool, id) : native;
}

/** Returns the name of the agent, also for the id of a task that it works on. */
function runningAgent(named: unknown, config: RunnableConfig | undefined): string {
  const id = String(named);
  const state: unknown = config && Reflect.get(config, 'state');
  const tasks = isDict(state) ? state['asyncTasks'] : undefined;
  const running = isDict(tasks) ? tasks[id.trim()] : undefined;
  return isDict(running) ? String(running['agentName']) : id;
}
