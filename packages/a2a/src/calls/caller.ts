import type { SendMessageRequest } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { SessionOptions } from '@interpose/core';

/**
 * Returns the session of a message that continues a context. The caller chose the id of the context, so the id is kept
 * apart for each user: nobody can use the budget or the approvals of another user.
 */
export function sessionOf(params: unknown, user: string | undefined): SessionOptions | undefined {
  const contextId = (params as Partial<SendMessageRequest> | undefined)?.message?.contextId;
  if (contextId === undefined || contextId === '') return undefined;
  return { id: [user ?? '', contextId].map(encodeURIComponent).join(':') };
}

/** Returns the name of the caller of a server; undefined if the caller is not authenticated. */
export function callerOf(context: unknown): string | undefined {
  const user = (context as ServerCallContext | undefined)?.user;
  return user?.isAuthenticated === true ? user.userName : undefined;
}
