import { parseArguments } from '@interpose/adapter-kit';
import type { MaybePromise, ToolCall } from '@interpose/core';
import { type Chat, deniedOffers, providerTool } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import type { ModelCall } from '../model/model-call.ts';
import type { NativeContent, NativeStreamPart, NativeTool } from '../translate/native.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export function deniedProviderTools(
  chat: Chat,
  { seam }: ModelCall,
  tools: readonly NativeTool[],
): MaybePromise<readonly string[]> {
  const offered = tools.filter(({ type }) => type !== 'function');
  return offered.length > 0 && chat.intercepts('preToolCall')
    ? deniedOffers(
        chat,
        seam.run.notes.providerTools,
        offered.map(({ name }) => name),
      )
    : NOBODY;
}

const NOBODY: readonly string[] = [];

/** A part of an answer about a call that the provider ran. */
export type ProviderPart = Extract<
  NativeContent | NativeStreamPart,
  { type: 'tool-call' | 'tool-result' }
>;

/** Keeps what an answer tells about calls the provider ran, to be reported before the next step. */
export function keepProviderParts(run: ChatRun, parts: readonly NativeContent[]): void {
  for (const part of parts) keepProviderPart(run, part);
}

/** Keeps one part, if it tells such a thing. */
export function keepProviderPart(run: ChatRun, part: NativeContent | NativeStreamPart): void {
  if (
    part.type === 'tool-result' ||
    (part.type === 'tool-call' && part.providerExecuted === true)
  ) {
    run.notes.providerParts.push(part);
  }
}

/** Shows the hooks what the provider ran. It is over: whatever they say is recorded and cannot hold. */
export function reportProviderCalls(run: ChatRun, chat: Chat): MaybePromise<void> {
  const parts = run.noted?.providerParts ?? [];
  if (parts.length > 0) return reportParts(run, chat, parts.splice(0));
}

async function reportParts(
  run: ChatRun,
  chat: Chat,
  parts: readonly ProviderPart[],
): Promise<void> {
  for (const part of parts) {
    if (part.type === 'tool-call') await reportCall(run, chat, part);
    else await reportResult(run, chat, part);
  }
}

async function reportCall(
  run: ChatRun,
  chat: Chat,
  part: Extract<ProviderPart, { type: 'tool-call' }>,
): Promise<void> {
  const call: ToolCall = {
    id: part.toolCallId,
    name: part.toolName,
    args: parseArguments(part.input),
  };
  run.notes.providerCalls.set(call.id, call);
  await chat.dispatch('preToolCall', { call, tool: providerTool(chat, call.name) }, part);
}

async function reportResult(
  run: ChatRun,
  chat: Chat,
  part: Extract<ProviderPart, { type: 'tool-result' }>,
): Promise<void> {
  const call = run.notes.providerCalls.get(part.toolCallId) ?? {
    id: part.toolCallId,
    name: part.toolName,
    args: {},
  };
  const ending = {
    call,
    originalCall: call,
    tool: providerTool(chat, call.name),
    durationMs: 0,
    synthetic: false,
  };
  const result = run.copy<unknown>(part.result);
  if (part.isError !== true) {
    await chat.dispatch('onToolCallResult', { ...ending, result }, part);
    return;
  }
  const error = { message: typeof result === 'string' ? result : JSON.stringify(result) };
  await chat.dispatch('onToolCallError', { ...ending, error, cause: 'threw' }, part);
}
