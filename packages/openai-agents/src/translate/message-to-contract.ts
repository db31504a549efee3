import { KnownMessages, type Copy } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { isMessage, partsOf } from './content-to-contract.ts';
import type { NativeItem } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** Returns the messages of an input; an input that is a text becomes one user message. */
export function messagesOf(
  input: string | readonly NativeItem[],
  copy: Copy,
  known: KnownMessages = new KnownMessages(),
): readonly Message[] {
  if (typeof input === 'string') {
    const content = Object.freeze([Object.freeze({ type: 'text', text: input } as const)]);
    return Object.freeze([Object.freeze({ role: 'user', content } as const)]);
  }
  const read = (item: NativeItem): Message => itemToContract(item, copy);
  return known.read(input, { read });
}

/** Returns one item of a history as a frozen message. */
export function itemToContract(item: NativeItem, copy: Copy): Message {
  const content = partsOf(item, copy);
  return Object.freeze(messageOrigins.remember<Message>({ role: roleOf(item), content }, item));
}

/** Links a message that was read before to another item with the same content. */
export function renewItem(message: Message, item: NativeItem): void {
  messageOrigins.renew(message, item);
  const content = isMessage(item) ? item.content : '';
  for (const [index, part] of message.content.entries()) {
    const piece = typeof content === 'string' ? undefined : content[index];
    partOrigins.renew(part, piece === undefined ? { item } : { item, piece });
  }
}

function roleOf(item: NativeItem): Message['role'] {
  if (isMessage(item)) return item.role;
  const { type } = item;
  return type.endsWith('_result') || type.endsWith('_output') ? 'tool' : 'assistant';
}
