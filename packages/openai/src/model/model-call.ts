import {
  DELTAS,
  MODEL,
  requestReader,
  showNamedModel,
  TOOL,
  whyUnnamed,
} from '@interpose/adapter-kit';
import type { EventName, ModelRequest, ModelResponse } from '@interpose/core';
import type { Chat, ModelStep } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import type { Dialect } from './dialects.ts';
import { Failures, withBody, type HttpCall } from './http-call.ts';
import type { Body } from '../translate/native.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { requestFromContract, requestToContract } from '../translate/requests.ts';
import { ranAtProvider } from '../translate/responses/message-to-contract.ts';

/** One request to a model while it passes the hooks. */
export interface ModelCall {
  readonly run: CallRun;
  readonly dialect: Dialect;
  readonly http: HttpCall;
}

/** A call whose body was read and contains only tools that are on offer. */
export interface PreparedCall extends ModelCall {
  readonly chat: Chat;
  readonly body: Body;
  /** The tools on offer. */
  readonly tools: readonly OfferedTool[];
  /** Whether the body differs from the one the SDK wrote. */
  readonly isPrepared: boolean;
}

/** The events whose hooks could notice or change a request. */
const OBSERVABLE = [
  ...Object.keys({ ...MODEL, ...DELTAS, ...TOOL }),
  ...['onChatDone', 'onChatAbort', 'onChatError'],
] as readonly EventName[];

/** Whether no hook would notice this chat's requests; they then pass unchanged. */
export function isIdle(chat: Chat): boolean {
  return !chat.listens(...OBSERVABLE);
}

/** Returns the step of a call for the model cycle: what hooks see of the request, and how to send it. */
export function modelStep(call: PreparedCall): AskingStep {
  const { run, dialect, body, chat, http, tools } = call;
  const failures = new Failures(http);
  const request = requestReader(() => requestToContract(dialect, body, run.copy, run.known, tools));
  return {
    request,
    unsupported: (changed) => whyUnsendable(call, changed, request()),
    continues: hasCalls,
    native: body,
    failures,
    send: async (changed) => {
      if (changed === undefined) return failures.send(writeRequest(call, undefined));
      await showNamedModel(chat, changed, request());
      const next = requestFromContract(dialect, changed, request(), body, tools);
      return failures.send(writeRequest(call, next));
    },
  };
}

interface AskingStep extends Omit<ModelStep<unknown>, 'call' | 'response'> {
  readonly failures: Failures;
  readonly send: (changed: ModelRequest | undefined) => Promise<Response>;
}

/** Whether the app has to run tool calls of this answer; if so, the answer is not the final one. */
function hasCalls(response: ModelResponse): boolean {
  return response.content.some((part) => part.type === 'tool-call' && !ranAtProvider(part));
}

/** Returns why a changed request cannot go to the model that it names; undefined if it can. */
function whyUnsendable(
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

/** Returns the request to send: the SDK's own, unless its body was changed. */
export function writeRequest(
  { chat, http, body, isPrepared }: PreparedCall,
  changed: Body | undefined,
): RequestInit {
  return withBody(http.init, changed ?? (isPrepared ? body : undefined), chat.trace);
}
