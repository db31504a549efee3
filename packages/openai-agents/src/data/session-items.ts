import type { AnyVerdict, MemoryItem } from '@interpose/core';
import { pastAbort } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import type { RunLayer } from '../run/host-run.ts';
import { isMessage, partsOf } from '../translate/content-to-contract.ts';
import type { NativeItem } from '../translate/native.ts';

/**
 * Returns the items, read or about to be written, as the hooks of these layers left them. The SDK goes on storing what
 * was said after the caller aborted or left, so hooks are asked then too.
 */
export async function passed(
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  layers: readonly RunLayer[],
  items: readonly NativeItem[],
): Promise<NativeItem[]> {
  let current = [...items];
  for (const layer of layers) {
    if (!layer.chat.listens(event) || current.length === 0) continue;
    const memory = current.map((item) => toMemory(item, layer));
    const verdict = await ask(event, layer, memory);
    if (verdict.decision === 'deny') return [];
    if (verdict.decision === 'modify')
      current = fromMemory(verdict.value as readonly MemoryItem[], memory, current);
  }
  return current;
}

/** Asks the hooks of a layer; once more if the run was aborted while they decided, since the items are stored anyway. */
async function ask(
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  layer: RunLayer,
  memory: readonly MemoryItem[],
): Promise<AnyVerdict> {
  const { chat, run } = layer;
  const asked = pastAbort(chat, canOf(run.opening.path));
  try {
    return await asked.dispatch(event, { memory, source: 'session' });
  } catch (error) {
    if (asked !== chat || !chat.signal.aborted) throw error;
    return ask(event, layer, memory);
  }
}

function toMemory(item: NativeItem, { copy }: RunLayer): MemoryItem {
  const content = partsOf(item, copy)
    .map((part) => ('text' in part ? part.text : JSON.stringify(part)))
    .join('\n\n');
  return 'id' in item && typeof item.id === 'string' ? { key: item.id, content } : { content };
}

/** Returns native items for what hooks left: the item itself, the item with a new text, or a system message. */
function fromMemory(
  left: readonly MemoryItem[],
  memory: readonly MemoryItem[],
  items: readonly NativeItem[],
): NativeItem[] {
  return left.map((entry, index) => {
    const place = memory.indexOf(entry);
    if (place !== -1) return items[place]!;
    const like = left.length === items.length ? items[index] : undefined;
    return withContent(like, entry.content);
  });
}

function withContent(like: NativeItem | undefined, content: string): NativeItem {
  if (like?.type === 'function_call_result') return { ...like, output: content };
  if (like === undefined || !isMessage(like) || like.role === 'system')
    return { role: 'system', content };
  if (like.role === 'user') return { ...like, content };
  return {
    ...like,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: content }],
  };
}
