import type { SendMessageRequest } from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { unwatched } from '@interpose/adapter-kit';
import type { SessionOptions } from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

/**
 * Returns the session of a message that continues a task or a context. The caller chose these ids, so the session is
 * kept apart for each user of each tenant: nobody can use the budget or the approvals of another user.
 */
export async function sessionOf(
  params: unknown,
  context: unknown,
  handler: A2ARequestHandler,
): Promise<SessionOptions | undefined> {
  const message = (params as Partial<SendMessageRequest> | undefined)?.message;
  if (message === undefined) return undefined;
  const { taskId, contextId: told } = message;
  // A task is in one context, whatever its message says; a caller must not leave a session by naming another.
  const contextId = (taskId && (await contextOfTask(taskId, context, handler))) || told;
  if (contextId === undefined || contextId === '') return undefined;
  const { tenant } = (context ?? {}) as Partial<ServerCallContext>;
  const scope = [...(tenant ? [tenant] : []), callerOf(context) ?? '', contextId];
  return { id: scope.map(keyPart).join(':') };
}

/** Returns the context of a task; undefined if there is none that the caller may read. The SDK refuses such a message. */
async function contextOfTask(
  id: string,
  context: unknown,
  handler: A2ARequestHandler,
): Promise<string | undefined> {
  try {
    // Only the session is looked for here, so the handler is asked without its hooks.
    const getTask = unwatched<A2ARequestHandler['getTask']>(Reflect.get(handler, 'getTask'));
    const asked = [{ tenant: '', id }, context as ServerCallContext] as const;
    const task = Reflect.apply(getTask, handler, asked) as ReturnType<A2ARequestHandler['getTask']>;
    return (await task).contextId;
  } catch {
    return undefined;
  }
}

/** Returns the name of the caller of a server; undefined if the caller is not authenticated. */
export function callerOf(context: unknown): string | undefined {
  const user = (context as ServerCallContext | undefined)?.user;
  return user?.isAuthenticated === true ? user.userName : undefined;
}
