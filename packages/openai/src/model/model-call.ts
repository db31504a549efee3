import { whyUnnamed } from '@interpose/adapter-kit';
import type { EventName, ModelRequest, ModelResponse } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import type { Dialect } from './dialect.ts';
import { withBody, type HttpCall } from './http-call.ts';
import type { Body } from '../translate/native.ts';
import { ranAtProvider } from '../translate/responses/items.ts';

/** One request to a model as it passes the seam. */
export interface ModelCall {
  readonly run: CallRun;
  readonly dialect: Dialect;
  readonly http: HttpCall;
}

/** A call whose body was read and has no tools left that are not on offer. */
export interface PreparedCall extends ModelCall {
  readonly chat: Chat;
  readonly body: Body;
  /** The body differs from the one the SDK wrote. */
  readonly prepared: boolean;
}

/** What could notice a request, or change it. */
const OBSERVABLE: readonly EventName[] = [
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onMessage',
  'onAgentResponse',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onInventoryChange',
  'onChatDone',
  'onChatAbort',
  'onChatError',
];

/** True when nobody would notice this chat's requests: then they pass as they are. */
export function isIdle(chat: Chat): boolean {
  return !chat.listens(...OBSERVABLE);
}

/** The calls of an answer are for the app to run: then it is not the final one. */
export function hasCalls(response: ModelResponse): boolean {
  return response.content.some((part) => part.type === 'tool-call' && !ranAtProvider(part));
}

/** Why the model that a changed request names is not the one that would be asked. */
export function whyUnsendable(
  { http }: PreparedCall,
  changed: ModelRequest,
  original: ModelRequest,
): string | undefined {
  if (changed.model === original.model) return undefined;
  const unnamed = whyUnnamed(changed, original);
  if (unnamed !== undefined) return unnamed;
  return http.url.includes('/deployments/')
    ? 'A policy named another model, and the address of this request names the deployment.'
    : undefined;
}

/** The request as it goes out: the SDK's own, unless something changed it. */
export function writeRequest(
  { chat, dialect, http, body, prepared }: PreparedCall,
  changed: ModelRequest | undefined,
  original: () => ModelRequest,
): RequestInit {
  const next = changed === undefined ? body : dialect.changedRequest(changed, original(), body);
  return withBody(http.init, changed !== undefined || prepared ? next : undefined, chat.trace);
}
