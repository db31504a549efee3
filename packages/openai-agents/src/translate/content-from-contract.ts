import { isDict, sameItems } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import { isMessage, partsOf, type MessageItem } from './content-to-contract.ts';
import type { NativeItem, NativeOutputItem } from './native.ts';
import { partOrigins, type PartOrigin } from './origins.ts';
import { isProvided, providedAt } from './provider/item-from-contract.ts';

type Item = NativeItem | NativeOutputItem;

/** A piece of a message, and the message that it belongs to; undefined where it belongs to none yet. */
interface MessagePiece {
  readonly of: MessageItem | undefined;
  readonly piece: object;
}

/** Returns the items of an answer; those that hooks left alone stay native. `before` holds the replaced items. */
export function itemsFromContent(
  content: readonly Part[],
  before: readonly Item[] = [],
): NativeOutputItem[] {
  const replaced = before
    .flatMap((item) => partsOf(item, (value) => value))
    .map((part) => partOrigins.of(part)!);
  const items: NativeOutputItem[] = [];
  let pieces: MessagePiece[] = [];
  const flush = (): void => {
    if (pieces.length > 0) items.push(messageOf(pieces));
    pieces = [];
  };
  const known = [...replaced, ...content.flatMap((part) => partOrigins.of(part) ?? [])];
  for (let at = 0; at < content.length;) {
    const provided = providedAt(content, at, known);
    if (provided !== undefined) {
      flush();
      items.push(provided.item);
      at = provided.end;
      continue;
    }
    const written = write(content[at]!, replaced, at);
    const isPiece = 'piece' in written;
    if (!isPiece || (pieces.length > 0 && pieces[0]!.of !== written.of)) flush();
    if (isPiece) pieces.push(written);
    else items.push(written);
    at += 1;
  }
  flush();
  return items;
}

function write(
  part: Part,
  replaced: readonly PartOrigin[],
  index: number,
): NativeOutputItem | MessagePiece {
  const origin = partOrigins.of(part);
  // If hooks kept only some parts of a provider's item, writing the whole item back would bring the others back too.
  if (origin !== undefined && !isProvided(origin.item)) return keep(origin);
  const like = likeOf(part, replaced, index);
  switch (part.type) {
    case 'tool-call': {
      const call = { callId: part.id, name: part.name, arguments: JSON.stringify(part.args) };
      return { status: 'completed', ...like, type: 'function_call', ...call } as NativeOutputItem;
    }
    case 'reasoning':
      return { type: 'reasoning', content: [{ type: 'input_text', text: part.text }] };
    default: {
      const text = part.type === 'text' ? part.text : JSON.stringify(part);
      const of = like !== undefined && isMessage(like) ? like : undefined;
      return { of, piece: { type: 'output_text', text } };
    }
  }
}

/** Returns the native item that a rebuilt part replaces: the call with the same id, or the item in the same place. */
function likeOf(part: Part, replaced: readonly PartOrigin[], index: number): Item | undefined {
  if (part.type !== 'tool-call') return replaced[index]?.item;
  return replaced.find(({ item }) => item.type === 'function_call' && item.callId === part.id)
    ?.item;
}

function keep({ item, piece }: PartOrigin): NativeOutputItem | MessagePiece {
  return isMessage(item) && piece !== undefined ? { of: item, piece } : item;
}

function messageOf(pieces: readonly MessagePiece[]): NativeOutputItem {
  const { of } = pieces[0]!;
  const content = pieces.map(({ piece }) => piece);
  const isSame = typeof of?.content === 'object' && sameItems(content, of.content);
  if (of !== undefined && isSame) return of;
  const own = of && changedMessage(of);
  const made = { type: 'message', role: 'assistant', status: 'completed', ...own, content };
  // All pieces belong to an answer: they were read from one or made for one.
  return made as unknown as NativeOutputItem;
}

/**
 * Returns a message that hooks change, without what its model says beside the text: grounding or log probabilities
 * repeat it piece by piece.
 */
export function changedMessage<Said extends Pick<MessageItem, 'providerData'>>(item: Said): Said {
  if (!isDict(item.providerData)) return item;
  const kept = Object.entries(item.providerData).filter(
    ([name, value]) => SAFE.includes(name) || typeof value === 'number',
  );
  return { ...item, providerData: Object.fromEntries(kept) };
}

const SAFE: readonly string[] = ['phase', 'model', 'responseId'];
