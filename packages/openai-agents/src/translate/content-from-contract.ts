import type { Part } from '@interpose/core';
import { isMessage, partsOf, type MessageItem } from './content-to-contract.ts';
import type { NativeItem, NativeOutputItem } from './native.ts';
import { partOrigins, type PartOrigin } from './origins.ts';

type Item = NativeItem | NativeOutputItem;

/** A part as it is written back: an item of its own, or a piece of a message. */
type Written =
  | { readonly kind: 'item'; readonly item: NativeOutputItem }
  | { readonly kind: 'piece'; readonly of: MessageItem | undefined; readonly piece: object };

/** The items of an answer: the native ones where hooks left them alone. `before` is what it replaces. */
export function itemsFromContent(
  content: readonly Part[],
  before: readonly Item[] = [],
): NativeOutputItem[] {
  const replaced = before
    .flatMap((item) => partsOf(item, (value) => value))
    .map((part) => partOrigins.of(part)!);
  const items: NativeOutputItem[] = [];
  let pieces: Extract<Written, { readonly kind: 'piece' }>[] = [];
  const flush = (): void => {
    if (pieces.length > 0) items.push(messageOf(pieces));
    pieces = [];
  };
  for (const [index, part] of content.entries()) {
    const written = write(part, replaced, index);
    if (written.kind === 'item' || (pieces.length > 0 && pieces[0]!.of !== written.of)) flush();
    if (written.kind === 'item') items.push(written.item);
    else pieces.push(written);
  }
  flush();
  return items;
}

function write(part: Part, replaced: readonly PartOrigin[], index: number): Written {
  const origin = partOrigins.of(part);
  if (origin !== undefined) return keep(origin);
  const like = likeOf(part, replaced, index);
  switch (part.type) {
    case 'tool-call': {
      const call = { callId: part.id, name: part.name, arguments: JSON.stringify(part.args) };
      return {
        kind: 'item',
        item: { status: 'completed', ...like, type: 'function_call', ...call } as NativeOutputItem,
      };
    }
    case 'reasoning':
      return {
        kind: 'item',
        item: { type: 'reasoning', content: [{ type: 'input_text', text: part.text }] },
      };
    default: {
      const text = part.type === 'text' ? part.text : JSON.stringify(part);
      return {
        kind: 'piece',
        of: like !== undefined && isMessage(like) ? like : undefined,
        piece: { type: 'output_text', text },
      };
    }
  }
}

/** The item that this part stands for although hooks made it anew: the call of its id, the message in its place. */
function likeOf(part: Part, replaced: readonly PartOrigin[], index: number): Item | undefined {
  if (part.type !== 'tool-call') return replaced[index]?.item;
  return replaced.find(({ item }) => item.type === 'function_call' && item.callId === part.id)
    ?.item;
}

function keep({ item, piece }: PartOrigin): Written {
  if (isMessage(item) && piece !== undefined) return { kind: 'piece', of: item, piece };
  return { kind: 'item', item };
}

function messageOf(
  pieces: readonly Extract<Written, { readonly kind: 'piece' }>[],
): NativeOutputItem {
  const { of } = pieces[0]!;
  const content = pieces.map(({ piece }) => piece);
  const isSame =
    of !== undefined &&
    of.content.length === content.length &&
    content.every((piece, index) => piece === of.content[index]);
  if (isSame) return of;
  const made = { type: 'message', role: 'assistant', status: 'completed', ...of, content };
  // The pieces are those of an answer: they were read from one or made for one.
  return made as unknown as NativeOutputItem;
}
