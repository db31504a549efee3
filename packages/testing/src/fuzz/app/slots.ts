import {
  mapText,
  textOf,
  type Dict,
  type Failure,
  type InterceptorName,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Part,
  type ToolCall,
} from '@interpose/core';

import { canariesIn, canaryText } from '../canary-text.ts';
import type { Ledger } from '../ledger.ts';

/** The context of a generated hook: all fields that any event may carry, most of them absent. */
export interface FuzzContext {
  readonly event: InterceptorName;
  readonly chatId: string;
  readonly metadata: Record<string, unknown>;
  readonly can: readonly string[];
  readonly message?: Message | Dict;
  readonly request?: ModelRequest;
  readonly response?: ModelResponse;
  readonly error?: Failure;
  readonly result?: unknown;
  readonly call?: ToolCall;
  readonly delta?: string;
  readonly sofar?: string;
  readonly channel?: string;
}

const replacement = 'REPLACED';

/** The values that a supplying verdict gives, at each event that takes one. */
const supplied: Partial<Record<InterceptorName, Dict>> = {
  onUserMessage: { answer: replacement },
  preRequest: { response: { content: [{ type: 'text', text: replacement }] } },
  onResponse: { error: replacement },
  onRequestError: { response: { content: [{ type: 'text', text: replacement }] } },
  preToolCall: { result: replacement },
  onToolCallResult: { error: replacement },
  onToolCallError: { result: replacement },
};

export function suppliedAt({ event, message }: FuzzContext): Dict {
  if (event.endsWith('Message') && message !== undefined && 'jsonrpc' in message) {
    return { reply: { jsonrpc: '2.0', id: message['id'], result: {} } };
  }
  return supplied[event] ?? { result: replacement };
}

/** Returns the changed slot value; undefined if there is nothing to change. */
export function changed(ctx: FuzzContext): unknown {
  const { event, message, request, response, error, call } = ctx;
  if (event === 'preToolCall' && call !== undefined) return withOtherSecret(call);
  if (event === 'onToolCallResult') return replacement;
  if (event === 'onResponseDelta') return replacement;
  if (error !== undefined) return { message: replacement };
  if (response !== undefined) return withoutReasoning(mapText(response, () => replacement));
  if (request !== undefined) return mapText(request, () => replacement);
  if (message === undefined || 'jsonrpc' in message) return undefined;
  return mapText(message as Message, () => replacement);
}

/** Records the texts that nobody may reach after the hook stopped the step. */
export function noteStop(ctx: FuzzContext, ledger: Ledger, verdict: string): void {
  const { event, message, response, error, result } = ctx;
  const said = `${verdict} ${event}`;
  ctx.metadata['stopped'] = true;
  switch (event) {
    case 'onUserMessage':
      return verdict === 'respond' ? undefined : ledger.keepFromModel(canariesIn(message));
    case 'onResponseDelta':
      return ledger.withhold(ledger.notYetLeft(ctx.chatId), said);
    case 'onResponse':
      return ledger.withhold(canariesIn(response), said);
    case 'onAgentResponse':
      return ledger.withhold(spokenIn(message), said);
    case 'onToolCallResult':
      return ledger.withhold(canariesIn(result), said);
    case 'onToolCallError':
    case 'onRequestError':
      return ledger.withhold(failedWith(error), said);
    default:
      return undefined;
  }
}

/** Records the replaced texts, which must go no further. */
export function noteChange(ctx: FuzzContext, ledger: Ledger): void {
  const { event, message, request, response, error, result, channel } = ctx;
  const said = `modify ${event}`;
  if (event === 'preRequest' && request !== undefined) {
    ctx.metadata['kept'] = canariesIn(textOf(request));
  } else if (event === 'onUserMessage') ledger.keepFromModel(canariesIn(message));
  else if (event === 'onResponseDelta' && channel === 'tool-args')
    ledger.withhold(canariesIn(ctx.delta), said);
  else if (event === 'onResponseDelta') {
    const kind = channel === 'reasoning' ? 'THOUGHT' : 'TEXT';
    ledger.withhold(
      ledger.notYetLeft(ctx.chatId).filter((each) => each.includes(kind)),
      said,
    );
  } else if (event === 'preToolCall') ledger.refuse(ctx.call?.args);
  else if (event === 'onAgentResponse') ledger.withhold(spokenIn(textOf(message as Message)), said);
  else
    ledger.withhold(
      error === undefined
        ? canariesIn(response?.content.filter(isSaid) ?? result)
        : failedWith(error),
      said,
    );
}

function isSaid({ type }: Part): boolean {
  return type === 'text' || type === 'reasoning';
}

/** Returns the canaries of a failure itself, without those of a call that it quotes. */
function failedWith(error: unknown): readonly string[] {
  return canariesIn(error).filter((each) => !each.includes('ARGS'));
}

/** Returns the model's own canaries; a tool's text that became the answer was seen before. */
function spokenIn(value: unknown): readonly string[] {
  return canariesIn(value).filter((each) => /TEXT|THOUGHT/.test(each));
}

function withOtherSecret(call: ToolCall): ToolCall {
  const [secret = ''] = canariesIn(call.args);
  const number = Number(/\d+/.exec(secret)?.[0] ?? 0);
  return { ...call, args: { ...call.args, secret: canaryText('CHANGED', number) } };
}

function withoutReasoning(response: ModelResponse): ModelResponse {
  return { ...response, content: response.content.filter(({ type }) => type !== 'reasoning') };
}
