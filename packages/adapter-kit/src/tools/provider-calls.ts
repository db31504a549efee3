import type { ToolAnnotations, ToolCall } from '@interpose/core';
import { providerTool, type Chat } from '@interpose/core/adapter';

/**
 * A call that the provider ran, as an answer reports it.
 *
 * @example
 * const told: ProviderCall = { call: { id: 'ws_1', name: 'web_search', args: { query: 'Rome' } } };
 */
export interface ProviderCall {
  readonly call: ToolCall;
  readonly annotations?: ToolAnnotations | undefined;
  /** The host's own object for the call. */
  readonly native?: unknown;
}

/**
 * Shows the hooks a call that the provider ran. The call is over: verdicts are recorded but have no effect.
 *
 * @example
 * await reportProviderCall(chat, { call: { id: 'ws_1', name: 'web_search', args: {} } });
 */
export async function reportProviderCall(
  chat: Chat,
  { call, annotations, native }: ProviderCall,
): Promise<void> {
  const tool = providerTool(chat, call.name, annotations);
  await chat.dispatch('preToolCall', { call, tool }, native);
}

/**
 * Shows the hooks the result of such a call, or the text of its error.
 *
 * @example
 * await reportProviderResult(chat, { call: { id: 'ws_1', name: 'web_search', args: {} } }, { result: ['Rome'] });
 */
export async function reportProviderResult(
  chat: Chat,
  { call, annotations, native }: ProviderCall,
  came: { readonly result: unknown } | { readonly error: string },
): Promise<void> {
  const tool = providerTool(chat, call.name, annotations);
  const ending = { call, originalCall: call, tool, durationMs: 0, synthetic: false };
  if ('result' in came)
    await chat.dispatch('onToolCallResult', { ...ending, result: came.result }, native);
  else {
    const error = { message: came.error };
    await chat.dispatch('onToolCallError', { ...ending, error, cause: 'threw' }, native);
  }
}
