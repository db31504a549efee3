import type { BaseMessage } from '@langchain/core/messages';
import type { MemoryItem } from '@interpose/core';
import { omitUndefined } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { gateMemory } from './memory.ts';
import { messageFromContract } from '../translate/message-from-contract.ts';
import { roleOf } from '../translate/message-to-contract.ts';
import { plainText } from '../translate/request-to-contract.ts';

/** What the hooks leave of messages that are read from a memory or go into one. */
export async function keptMessages(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  messages: readonly BaseMessage[],
): Promise<readonly BaseMessage[]> {
  const items = messages.map((message): MemoryItem => ({
    ...omitUndefined({ key: message.id }),
    content: plainText(message),
  }));
  const kept = await gateMemory(seam, event, items);
  if (kept === items) return messages;
  return kept.map((item, index) => {
    const place = items.indexOf(item);
    if (place >= 0) return messages[place]!;
    const like = messages.find(({ id }) => id !== undefined && id === item.key) ?? messages[index];
    return withText(item.content, like);
  });
}

/** The same message with another text; a new one is the user's. */
function withText(text: string, like: BaseMessage | undefined): BaseMessage {
  const role = like === undefined ? 'user' : roleOf(like);
  const content =
    role === 'tool' && like !== undefined
      ? [
          {
            type: 'tool-result',
            id: String((like as { tool_call_id?: unknown }).tool_call_id),
            name: like.name ?? '',
            result: text,
          } as const,
        ]
      : [{ type: 'text', text } as const];
  return messageFromContract({ role, content }, like);
}
