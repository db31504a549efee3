import { addressOf, asText } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { itemsFromContent } from './content-from-contract.ts';
import { isMessage } from './content-to-contract.ts';
import type { NativeItem } from './native.ts';
import { partOrigins } from './origins.ts';
import { changedItem, isProvided } from './provider/item-from-contract.ts';

/** Returns the items for a message that hooks made or changed; `replaced` is the item it takes the place of. */
export function messageFromContract(
  message: Message,
  replaced: NativeItem | undefined,
): NativeItem[] {
  switch (message.role) {
    case 'system':
      return [systemItem(message, replaced)];
    case 'user':
      return [userItem(message, replaced)];
    case 'assistant':
      return assistantItems(message, replaced);
    case 'tool':
      return message.content.flatMap((part) => resultItem(part, replaced));
  }
}

function systemItem({ content }: Message, replaced: NativeItem | undefined): NativeItem {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const own = replaced !== undefined && isMessage(replaced) && replaced.role === 'system';
  return { ...(own ? replaced : undefined), role: 'system', content: texts.join('\n\n') };
}

/** Removes the id of an item that hooks changed: the service would use what it stored under this id instead. */
function assistantItems({ content }: Message, replaced: NativeItem | undefined): NativeItem[] {
  const isLike =
    replaced !== undefined &&
    (isMessage(replaced) ? replaced.role === 'assistant' : isProvided(replaced));
  const before = isLike ? [replaced] : [];
  return itemsFromContent(content, before).map((item) => {
    if (
      item === replaced ||
      isProvided(item) ||
      replaced?.id === undefined ||
      item.id !== replaced.id
    )
      return item;
    const { id: _id, ...rest } = item;
    return rest;
  });
}

function userItem({ content }: Message, replaced: NativeItem | undefined): NativeItem {
  const kept = replaced !== undefined && isMessage(replaced) ? replaced : undefined;
  const own = kept?.role === 'user' ? kept : undefined;
  const [only] = content;
  const wasText = own === undefined || typeof own.content === 'string';
  if (wasText && content.length === 1 && only?.type === 'text')
    return { ...own, role: 'user', content: only.text };
  // Pieces that hooks left alone stay the SDK's own; the others are made in the SDK's form.
  return { ...own, role: 'user', content: content.map(pieceOf) } as NativeItem;
}

function pieceOf(part: Part): object {
  const piece = partOrigins.of(part)?.piece;
  if (piece !== undefined) return piece;
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'file': {
      const source = addressOf(part);
      if (part.mediaType.startsWith('image/')) return { type: 'input_image', image: source };
      const name = part.name === undefined ? undefined : { filename: part.name };
      return { type: 'input_file', file: source, ...name };
    }
    default:
      return { type: 'input_text', text: JSON.stringify('data' in part ? part.data : part) };
  }
}

function resultItem(part: Part, replaced: NativeItem | undefined): NativeItem[] {
  const origin = partOrigins.of(part);
  if (origin !== undefined) return [origin.item];
  const own = replaced === undefined ? undefined : changedItem([part], replaced);
  if (own !== undefined) return [own];
  if (part.type !== 'tool-result') return [];
  return [
    {
      type: 'function_call_result',
      callId: part.id,
      name: part.name,
      status: 'completed',
      output: { type: 'text', text: asText(part.error ?? part.result) },
    },
  ];
}
