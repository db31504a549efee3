import { Surroundings } from '@interpose/adapter-kit';
import type { AgentIdentity, Hooks } from '@interpose/core';
import { currentChat, runInChat, type Chat } from '@interpose/core/adapter';
import { leaveModels } from '../model/ask-below.ts';
import { canOf } from '../capabilities.ts';
import { ChatRun } from './host-run.ts';

/** One execution of a tool, and the chat of the agent inside the tool, if the tool runs one. */
interface ToolScope {
  readonly run: ChatRun;
  readonly tool: object;
  readonly agent: AgentIdentity;
  readonly outer: ToolScope | undefined;
  /** Whether the tool's call has already passed the gates of a delegation. */
  readonly isDelegated: boolean;
  /** The input of the part of the tool that the call reached last. */
  input: unknown;
  /** The parts of the tool that this call has reached; `undefined` if the gates were not asked by a part of it. */
  readonly parts: unknown[] | undefined;
  isOver: boolean;
  child: Promise<ChatRun> | undefined;
}

const scopes = new Surroundings<ToolScope>();

/**
 * Runs a tool. Model calls in it that no other chat covers belong to an agent inside the tool: together they are one
 * child chat, which ends with the tool.
 */
export async function inToolScope<T>(
  run: ChatRun,
  opened: Pick<ToolScope, 'tool' | 'agent' | 'isDelegated' | 'input' | 'parts'>,
  act: () => T,
): Promise<Awaited<T>> {
  const outer = scopes.get();
  const scope: ToolScope = { run, outer, ...opened, isOver: false, child: undefined };
  try {
    const result = await scopes.run(scope, () => runInChat(run.chat, () => leaveModels(act)));
    await (await scope.child)?.done();
    return result;
  } catch (error) {
    await (await scope.child)?.failed(error);
    throw error;
  } finally {
    scope.isOver = true;
  }
}

/** Whether the code belongs to this tool's running call, outside of agents in it. If so, notes the reached part. */
export function comesTo(tool: object, part: unknown, input: unknown): boolean {
  const scope = scopes.get();
  if (scope?.tool !== tool || scope.isOver || currentChat() !== scope.run.chat) return false;
  scope.parts?.push(part);
  scope.input = input;
  return true;
}

/** Whether the tool's own code passes the input of its call to another part of the tool. True once for each part. */
export function isSameCall(tool: object, part: unknown, input: unknown): boolean {
  const scope = scopes.get();
  const isNext = scope?.parts?.includes(part) === false && scope.input === input;
  return isNext && comesTo(tool, part, input);
}

/** Whether this very tool is running. */
export function isInTool(tool: object): boolean {
  return scopeOf((scope) => scope.tool === tool) !== undefined;
}

/** Whether the code is inside a tool that this chat runs. */
export function isInToolOf(chat: Chat): boolean {
  return scopeOf(({ run }) => run.opened === chat) !== undefined;
}

/** Whether the code is inside a tool whose call passed the gates of a delegation. */
export function isInDelegation(hooks: Hooks): boolean {
  return scopeOf(({ run }) => run.hooks === hooks)?.isDelegated === true;
}

/** Returns the nearest execution around the running code that matches. */
function scopeOf(isWanted: (scope: ToolScope) => boolean): ToolScope | undefined {
  let scope = scopes.get();
  while (scope !== undefined && !isWanted(scope)) scope = scope.outer;
  return scope;
}

/** Returns the run itself; or, inside a tool of this run, the child chat of the tool. */
export function nestedRun(run: ChatRun): ChatRun | Promise<ChatRun> {
  const scope = scopeOf((one) => one.run === run);
  if (scope === undefined) return run;
  return (scope.child ??= ChatRun.open({
    hooks: run.hooks,
    options: {},
    agent: scope.agent,
    can: canOf('agent in a tool'),
    suspends: run.suspends,
  }));
}
