import {
  coerceMessageLikeToMessage,
  type BaseMessage,
  type BaseMessageLike,
} from '@langchain/core/messages';
import type { ComponentSeam } from './component-step.ts';
import { keptMessages } from './memory-messages.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeChatHistory } from '../targets/shapes.ts';

/** The same history: what is read passes the hooks before it is attached, what is added before it is kept. */
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
