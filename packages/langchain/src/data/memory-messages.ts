import {
  coerceMessageLikeToMessage,
  type BaseMessage,
  type BaseMessageLike,
  type ToolMessage,
} from '@langchain/core/messages';
import type { Part } from '@interpose/core';
import { asText, omitUndefined, textIn } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { gateMemory } from './memory.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeChatHistory } from '../targets/shapes.ts';
import { messageFromContract } from '../translate/message-from-contract.ts';
import { messageToContract, roleOf } from '../translate/message-to-contract.ts';

/** Returns what the hooks leave of messages that are read from a memory or written to it. */
export function keptMessages(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  messages: readonly BaseMessage[],
): Promise<readonly BaseMessage[]> {
  return gateMemory(seam, event, messages, {
    read: (message) => ({ ...omitUndefined({ key: message.id }), content: shownText(message) }),
    write: ({ content }, like) => withText(content, like),
  });
}

/** Returns what hooks are shown of a message: its text, then each call and each other part, as JSON in a line. */
export function shownText(message: BaseMessage): string {
  const parts = partsOf(message);
  return textIn(parts) + linesOf(parts);
}

function partsOf(message: BaseMessage): readonly Part[] {
  const { content } = messageToContract(message, (value) => value);
  const [result] = content;
  if (result?.type !== 'tool-result') return content;
  return [{ type: 'text', text: asText(result.error ?? result.result) }];
}

function linesOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? '' : `\n${JSON.stringify(part)}`)).join('');
}

/**
 * Returns the message with another text. Its other parts stay if hooks left their lines alone. A message that hooks add
 * is the user's.
 */
function withText(shown: string, like: BaseMessage | undefined): BaseMessage {
  const role = like === undefined ? 'user' : roleOf(like);
  if (role === 'tool') {
    const { tool_call_id: id = '', name = '' } = like as Partial<ToolMessage>;
    const part: Part = { type: 'tool-result', id, name, result: shown };
    return messageFromContract({ role, content: [part] }, like);
  }
  const parts = like === undefined ? [] : partsOf(like);
  const lines = linesOf(parts);
  const isKept = lines !== '' && shown.endsWith(lines);
  const text = isKept ? shown.slice(0, -lines.length) : shown;
  const others = isKept ? parts.filter(({ type }) => type !== 'text') : [];
  const said: readonly Part[] = text === '' && isKept ? [] : [{ type: 'text', text }];
  return messageFromContract({ role, content: [...said, ...others] }, like);
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
