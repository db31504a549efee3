import { type Copy, fileAt, isDict, parseArguments } from '@interpose/adapter-kit';
import type { Dict, Part } from '@interpose/core';
import type { NativeItem, NativeOutputItem } from './native.ts';
import { partOrigins, type PartOrigin } from './origins.ts';
import { providerParts } from './provider/item-to-contract.ts';

type Item = NativeItem | NativeOutputItem;

/** Returns the parts of one item of a history or an answer, frozen. Each part remembers the item it came from. */
export function partsOf(item: Item, copy: Copy): readonly Part[] {
  if (isMessage(item)) return contentParts(item, copy);
  const parts = providerParts(item, copy);
  if (parts === undefined) return Object.freeze([remember(partOf(item, copy), { item })]);
  return Object.freeze(parts.map((part) => remember(part, { item })));
}

/** An item with a role. The SDK may leave out the type where the role is enough. */
export type MessageItem = Extract<Item, { readonly role: string }>;

/** Whether the item is a message of a user, an assistant or the system. */
export function isMessage(item: Item): item is MessageItem {
  return 'role' in item && (item.type === undefined || item.type === 'message');
}

function contentParts(item: MessageItem, copy: Copy): readonly Part[] {
  const { content } = item;
  if (typeof content === 'string')
    return Object.freeze([remember({ type: 'text', text: content }, { item })]);
  return Object.freeze(content.map((piece) => remember(pieceOf(piece, copy), { item, piece })));
}

function remember(part: Part, origin: PartOrigin): Part {
  return Object.freeze(partOrigins.remember(part, origin));
}

type Piece = Exclude<MessageItem['content'], string>[number];

/** Returns the text of a piece, or the transcript of audio; undefined if it has neither. */
export function saidIn(piece: Piece): string | undefined {
  switch (piece.type) {
    case 'input_text':
    case 'output_text':
      return piece.text;
    case 'refusal':
      return piece.refusal;
    case 'audio': {
      const heard: unknown = piece.transcript ?? piece.providerData?.['transcript'];
      return typeof heard === 'string' ? heard : undefined;
    }
    default:
      return undefined;
  }
}

function pieceOf(piece: Piece, copy: Copy): Part {
  const text = saidIn(piece);
  if (text !== undefined) return { type: 'text', text };
  switch (piece.type) {
    case 'input_image':
      return filePart(piece.type, 'image/*', piece.image);
    case 'input_file': {
      const file: unknown = piece.file;
      const source = isDict(file) ? file['url'] : file;
      return filePart(piece.type, 'application/octet-stream', source, piece.filename);
    }
    default:
      return { type: 'other', kind: copy(piece.type) };
  }
}

/** Returns a file part with data or a URL; kind `other` for a file that only the provider can resolve. */
function filePart(kind: string, mediaType: string, source: unknown, name?: string): Part {
  if (typeof source !== 'string') return { type: 'other', kind };
  const file = fileAt(source, mediaType);
  return name === undefined ? file : { ...file, name };
}

function partOf(item: Exclude<Item, MessageItem>, copy: Copy): Part {
  switch (item.type) {
    case 'function_call':
      return call(item.callId, item.name, argumentsOf(item.arguments, copy));
    case 'function_call_result':
      return result(item.callId, item.name, copy(outputOf(item.output)));
    case 'reasoning':
      return { type: 'reasoning', text: reasoningText(item) };
    case 'computer_call':
      return call(item.callId, 'computer_use_preview', actionOf(item, copy));
    case 'shell_call':
      return call(item.callId, 'shell', copy<Dict>({ ...item.action }));
    case 'apply_patch_call':
      return call(item.callId, 'apply_patch', copy<Dict>({ ...item.operation }));
    case 'computer_call_result':
      return result(item.callId, 'computer_use_preview', copy<unknown>(item.output));
    case 'shell_call_output':
      return result(item.callId, 'shell', copy<unknown>(item.output));
    case 'apply_patch_call_output':
      return result(item.callId, 'apply_patch', copy<unknown>(item.output ?? item.status));
    default:
      return { type: 'other', kind: item.type };
  }
}

const known = new WeakMap<Copy, Map<string, Dict>>();

/**
 * Returns the arguments of a call, parsed from the model's text. One text is parsed once per run, since the answer, the
 * call and later requests all hold it. Arguments that are not frozen are parsed anew: nobody may share them.
 */
export function argumentsOf(text: string, copy: Copy): Dict {
  let texts = known.get(copy);
  if (texts === undefined) known.set(copy, (texts = new Map<string, Dict>()));
  const before = texts.get(text);
  if (before !== undefined) return before;
  const args = copy(parseArguments(text));
  if (Object.isFrozen(args)) texts.set(text, args);
  return args;
}

function call(id: string, name: string, args: Dict): Part {
  return { type: 'tool-call', id, name, args };
}

function result(id: string, name: string, value: unknown): Part {
  return { type: 'tool-result', id, name, result: value };
}

/** Returns the action of a computer call, or its list of actions. */
function actionOf(item: Extract<Item, { readonly type: 'computer_call' }>, copy: Copy): Dict {
  const { action, actions } = item as { readonly action?: unknown; readonly actions?: unknown };
  return copy<Dict>(Array.isArray(actions) && actions.length > 0 ? { actions } : { action });
}

function outputOf(output: unknown): unknown {
  return isDict(output) && output['type'] === 'text' ? output['text'] : output;
}

type Reasoning = Extract<Item, { readonly type: 'reasoning' }>;

/** Returns the reasoning of a model as one text: the summary first, then the raw reasoning that some models add. */
export function reasoningText(item: Reasoning): string {
  return thoughtsIn(item).join('\n\n');
}

/** Returns the texts of a reasoning item, one for each piece. */
export function thoughtsIn({ content, rawContent, providerData }: Reasoning): readonly string[] {
  const beside: unknown = rawContent ?? providerData?.['content'];
  const raw = Array.isArray(beside) ? (beside as readonly unknown[]) : [];
  return [...content, ...raw].flatMap((piece) =>
    isDict(piece) && typeof piece['text'] === 'string' ? piece['text'] : [],
  );
}
