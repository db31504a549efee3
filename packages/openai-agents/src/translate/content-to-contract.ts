import { isDict, parseArguments, type Copy } from '@interpose/adapter-kit';
import type { Dict, Part } from '@interpose/core';
import type { NativeItem, NativeOutputItem } from './native.ts';
import { partOrigins } from './origins.ts';

type Item = NativeItem | NativeOutputItem;

/** The parts of one item of a history or an answer, frozen; each remembers where it came from. */
export function partsOf(item: Item, copy: Copy): readonly Part[] {
  if (isMessage(item)) return contentParts(item, copy);
  return Object.freeze([Object.freeze(partOrigins.remember(partOf(item, copy), { item }))]);
}

/** An item that somebody said; the SDK leaves its type out where only the role tells. */
export type MessageItem = Extract<Item, { readonly role: string }>;

/** True for what a user, an assistant or the system said. */
export function isMessage(item: Item): item is MessageItem {
  return 'role' in item && (item.type === undefined || item.type === 'message');
}

function contentParts(item: MessageItem, copy: Copy): readonly Part[] {
  const { content } = item;
  if (typeof content === 'string')
    return Object.freeze([
      Object.freeze(partOrigins.remember<Part>({ type: 'text', text: content }, { item })),
    ]);
  return Object.freeze(
    content.map((piece) =>
      Object.freeze(partOrigins.remember(pieceOf(piece, copy), { item, piece })),
    ),
  );
}

/** What somebody said, as a part. */
export function textPart(text: string): Part {
  return Object.freeze({ type: 'text', text });
}

type Piece = Exclude<MessageItem['content'], string>[number];

/** What a piece says, what was heard of a voice too; undefined where there are no words. */
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
      return filePart('image/*', piece.image) ?? { type: 'other', kind: piece.type };
    case 'input_file':
      return (
        filePart('application/octet-stream', fileOf(piece.file), piece.filename) ?? {
          type: 'other',
          kind: piece.type,
        }
      );
    default:
      return { type: 'other', kind: copy(piece.type) };
  }
}

function fileOf(file: unknown): unknown {
  return isDict(file) ? file['url'] : file;
}

const DATA_URL = /^data:([^;,]+)(?:;[^,]*)?,(.*)$/s;

function filePart(mediaType: string, source: unknown, name?: string): Part | undefined {
  if (typeof source !== 'string') return undefined;
  const named = name === undefined ? {} : { name };
  const [, type, data] = DATA_URL.exec(source) ?? [];
  if (type !== undefined && data !== undefined)
    return { type: 'file', mediaType: type, data, ...named };
  return { type: 'file', mediaType, url: source, ...named };
}

function partOf(item: Exclude<Item, MessageItem>, copy: Copy): Part {
  switch (item.type) {
    case 'function_call':
      return call(item.callId, item.name, copy(parseArguments(item.arguments)));
    case 'function_call_result':
      return {
        type: 'tool-result',
        id: item.callId,
        name: item.name,
        result: copy(resultOf(item.output)),
      };
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

function call(id: string, name: string, args: Dict): Part {
  return { type: 'tool-call', id, name, args };
}

function result(id: string, name: string, value: unknown): Part {
  return { type: 'tool-result', id, name, result: value };
}

/** The actions of a computer call: one, or a list. */
function actionOf(item: Extract<Item, { readonly type: 'computer_call' }>, copy: Copy): Dict {
  const { action, actions } = item as { readonly action?: unknown; readonly actions?: unknown };
  return copy<Dict>(Array.isArray(actions) && actions.length > 0 ? { actions } : { action });
}

function resultOf(output: unknown): unknown {
  return isDict(output) && output['type'] === 'text' ? output['text'] : output;
}

type Reasoning = Extract<Item, { readonly type: 'reasoning' }>;

/** What a model was thinking: the summary of it first, then as it was thought, which some models keep beside. */
export function reasoningText(item: Reasoning): string {
  return thoughtsIn(item).join('\n\n');
}

/** The pieces of what a model was thinking. */
export function thoughtsIn({ content, rawContent, providerData }: Reasoning): readonly string[] {
  const beside: unknown = rawContent ?? providerData?.['content'];
  const raw = Array.isArray(beside) ? (beside as readonly unknown[]) : [];
  return [...content, ...raw].flatMap((piece) =>
    isDict(piece) && typeof piece['text'] === 'string' ? piece['text'] : [],
  );
}
