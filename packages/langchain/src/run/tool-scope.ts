import type { AgentIdentity, Hooks } from '@interpose/core';
import { currentChat, runInChat } from '@interpose/core/adapter';
import { leaveModels } from '../model/ask-below.ts';
import { canOf } from '../capabilities.ts';
import { ChatRun } from './host-run.ts';
import { Surroundings } from './storage.ts';

/** One execution of a tool, and the chat of the agent that it runs inside, if it turns out to run one. */
interface ToolScope {
  readonly run: ChatRun;
  readonly tool: object;
  readonly agent: AgentIdentity;
  readonly outer: ToolScope | undefined;
  /** True where the tool's call passed the gates of a delegation already. */
  readonly isDelegated: boolean;
  /** What the part was given that the call has come to last. */
  input: unknown;
  /** The parts of the tool that this call has come to; none where it was no part of it that asked the gates. */
  readonly parts: unknown[] | undefined;
  isOver: boolean;
  child: Promise<ChatRun> | undefined;
}

const scopes = new Surroundings<ToolScope>();

/**
 * Runs a tool. Model calls in it that nobody opened a chat for are those of an agent inside the tool:
 * together they are one child chat, which ends with the tool.
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

/** True in a tool's own code while its call lasts, up to the agents inside of it; what it now comes to is part of that call. */
export function comesTo(tool: object, part: unknown, input: unknown): boolean {
  const scope = scopes.get();
  if (scope?.tool !== tool || scope.isOver || currentChat() !== scope.run.chat) return false;
  scope.parts?.push(part);
  scope.input = input;
  return true;
}

/** True where a tool's own code comes to another part of it with what its call was given; once for each part. */
export function isSameCall(tool: object, part: unknown, input: unknown): boolean {
  const scope = scopes.get();
  const isNext = scope?.parts?.includes(part) === false && scope.input === input;
  return isNext && comesTo(tool, part, input);
}

/** True while this very tool runs. */
export function isInTool(tool: object): boolean {
  return scopeOf((scope) => scope.tool === tool) !== undefined;
}

/** True in a tool whose call passed the gates of a delegation. */
export function isInDelegation(hooks: Hooks): boolean {
  return scopeOf(({ run }) => run.hooks === hooks)?.isDelegated === true;
}

/** The nearest execution around the running code that is looked for. */
function scopeOf(isWanted: (scope: ToolScope) => boolean): ToolScope | undefined {
  let scope = scopes.get();
  while (scope !== undefined && !isWanted(scope)) scope = scope.outer;
  return scope;
}

/** The run itself, or the child chat where a tool of this run is being executed. */
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
