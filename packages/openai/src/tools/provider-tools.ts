import type { ModelResponse, Part, ToolCall } from '@interpose/core';
import { type Chat, deniedOffers, providerTool } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { ranAtProvider } from '../translate/responses/items.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export async function deniedProviderTools(
  chat: Chat,
  { notes }: CallRun,
  offered: readonly OfferedTool[],
): Promise<readonly string[]> {
  if (!chat.intercepts('preToolCall')) return [];
  const names = offered.filter(isHosted).map(({ name }) => name);
  return deniedOffers(chat, notes.providerTools, names);
}

/** True for a tool that the provider runs, its MCP servers among them. */
export function isHosted({ origin }: OfferedTool): boolean {
  return origin !== 'local';
}

type CallPart = Extract<Part, { readonly type: 'tool-call' }>;
type ResultPart = Extract<Part, { readonly type: 'tool-result' }>;

/** Shows the hooks what the provider ran for an answer. It is over: whatever they say is recorded and cannot hold. */
export async function reportProviderCalls(
  chat: Chat,
  { content }: Pick<ModelResponse, 'content'>,
): Promise<void> {
  const hosted = content.filter(ranAtProvider);
  for (const part of hosted) {
    if (part.type !== 'tool-call') continue;
    const { id } = part;
    await reportCall(chat, part);
    const result = hosted.find((other) => other.type === 'tool-result' && other.id === id);
    if (result !== undefined) await reportResult(chat, part, result as ResultPart);
  }
}

async function reportCall(chat: Chat, part: CallPart): Promise<void> {
  const { id, name, args } = part;
  const tool = providerTool(chat, name);
  await chat.dispatch('preToolCall', { call: { id, name, args }, tool }, part);
}

async function reportResult(
  chat: Chat,
  { id, name, args }: CallPart,
  { result, error }: ResultPart,
): Promise<void> {
  const call: ToolCall = { id, name, args };
  const tool = providerTool(chat, name);
  const ending = { call, originalCall: call, tool, durationMs: 0, synthetic: false };
  if (error === undefined) await chat.dispatch('onToolCallResult', { ...ending, result });
  else
    await chat.dispatch('onToolCallError', {
      ...ending,
      error: { message: error },
      cause: 'threw',
    });
}
