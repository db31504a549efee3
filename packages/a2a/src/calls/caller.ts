import type { SendMessageRequest } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { SessionOptions } from '@interpose/core';

/**
 * The session of a message that goes on with a context. The caller chose that id, so each user has sessions of
 * his own under it: nobody can step into another's budget or another's approvals.
 */
export function sessionOf(params: unknown, user: string | undefined): SessionOptions | undefined {
  const contextId = (params as Partial<SendMessageRequest> | undefined)?.message?.contextId;
  if (contextId === undefined || contextId === '') return undefined;
  return { id: [user ?? '', contextId].map(encodeURIComponent).join(':') };
}

/** Who asks a server, as far as it knows. */
export function callerOf(context: unknown): string | undefined {
  const user = (context as ServerCallContext | undefined)?.user;
  return user?.isAuthenticated === true ? user.userName : undefined;
}
