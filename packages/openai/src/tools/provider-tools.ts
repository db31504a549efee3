import { reportProviderCall, reportProviderResult } from '@interpose/adapter-kit';
import type { ModelResponse, ToolResultPart } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { ranAtProvider } from '../translate/responses/message-to-contract.ts';

/** Whether the provider runs a tool; the tools of its MCP servers count too. */
export function isHosted({ origin }: OfferedTool): boolean {
  return origin !== 'local';
}

/** Reports the calls that the provider ran for an answer. They are over: verdicts are recorded but have no effect. */
export async function reportProviderCalls(
  chat: Chat,
  { content }: Pick<ModelResponse, 'content'>,
): Promise<void> {
  const hosted = content.filter(ranAtProvider);
  for (const part of hosted) {
    if (part.type !== 'tool-call') continue;
    const { id, name, args } = part;
    const call = { id, name, args };
    await reportProviderCall(chat, { call, native: part });
    const came = hosted.find(
      (other): other is ToolResultPart => other.type === 'tool-result' && other.id === id,
    );
    if (came === undefined) continue;
    const { result, error } = came;
    await reportProviderResult(chat, { call }, error === undefined ? { result } : { error });
  }
}
