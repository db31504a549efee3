import {
  coerceMessageLikeToMessage,
  type BaseMessage,
  type BaseMessageLike,
  type ToolMessage,
} from '@langchain/core/messages';
import type { Part } from '@interpose/core';
import { omitUndefined } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { gateMemory } from './memory.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeChatHistory } from '../targets/shapes.ts';
import { messageFromContract } from '../translate/message-from-contract.ts';
import { roleOf } from '../translate/message-to-contract.ts';
import { plainText } from '../translate/request-to-contract.ts';

/** Returns what the hooks leave of messages that are read from a memory or written to it. */
export function keptMessages(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  messages: readonly BaseMessage[],
): Promise<readonly BaseMessage[]> {
  return gateMemory(seam, event, messages, {
    read: (message) => ({ ...omitUndefined({ key: message.id }), content: plainText(message) }),
    write: ({ content }, like) => withText(content, like),
  });
}

/** Returns the message with another text. A message that hooks add is the user's. */
function withText(text: string, like: BaseMessage | undefined): BaseMessage {
  const role = like === undefined ? 'user' : roleOf(like);
  const { tool_call_id: id, name = '' } = (like ?? {}) as Partial<ToolMessage>;
  const part: Part =
    role === 'tool'
      ? { type: 'tool-result', id: String(id), name, result: text }
      : { type: 'text', text };
  return messageFromContract({ role, content: [part] }, like);
}

/** Returns the history with hooks: messages pass them before the app reads them and before they are stored. */
export function hookChatHistory<H extends NativeChatHistory>(target: H, seam: ComponentSeam): H {
  const add = async (messages: readonly BaseMessage[]): Promise<void> => {
    const kept = await keptMessages(seam, 'preMemoryStore', messages);
    if (kept.length === 0) return;
    if (messages.length === 1) await target.addMessage(kept[0]!);
    else await target.addMessages(kept);
  };
  return hookObject(target, seam.hooks, {
    getMessages: async () => keptMessages(seam, 'onMemoryRetrieved', await target.getMessages()),
    addMessage: (message: BaseMessageLike) => add([coerceMessageLikeToMessage(message)]),
    addMessages: add,
  });
}
