import type { Dict, MemoryItem } from '@interpose/core';

import { stringAt } from '../wire/is-dict.ts';
import { present, type Codec } from './codec.ts';

/** Memory is plain strings on the wire; keys travel beside them. */
function memoryCodec(event: Codec['event'], method: string): Codec {
  return {
    event,
    slot: '/params/memory',
    method: () => method,
    encode: (payload) => ({ memory: itemsIn(payload).map(({ content }) => content) }),
    hints: (payload) => {
      const keys = itemsIn(payload).map(({ key }) => key ?? null);
      const hasKeys = keys.some((key) => key !== null);
      return present({ source: payload['source'], keys: hasKeys ? keys : undefined });
    },
    decode: (params, hints) => {
      const keys: readonly unknown[] = Array.isArray(hints['keys']) ? hints['keys'] : [];
      const memory = textsIn(params).map((content, index) => itemOf(content, keys[index]));
      return present({ memory, source: stringAt(hints, 'source') });
    },
    take: (params, payload) => ({ value: takeItems(textsIn(params), itemsIn(payload)) }),
    put: (params, value) => {
      const memory = (value as readonly MemoryItem[]).map(({ content }) => content);
      return { ...params, memory };
    },
  };
}

export const memoryRetrieved: Codec = memoryCodec(
  'onMemoryRetrieved',
  'steps/memoryContextRetrieval',
);
export const memoryStored: Codec = memoryCodec('preMemoryStore', 'steps/memoryStore');

function itemsIn(payload: Dict): readonly MemoryItem[] {
  return payload['memory'] as readonly MemoryItem[];
}

function textsIn(params: Dict): readonly string[] {
  const memory = params['memory'];
  return Array.isArray(memory) ? memory.map(String) : [];
}

function itemOf(content: string, key: unknown): MemoryItem {
  return typeof key === 'string' ? { key, content } : { content };
}

/** A text that is still there is the item it was; where as many remain, a changed one keeps its key. */
function takeItems(texts: readonly string[], before: readonly MemoryItem[]): readonly MemoryItem[] {
  const left = [...before];
  const isParallel = texts.length === before.length;
  return texts.map((content, index) => {
    const place = left.findIndex((item) => item.content === content);
    if (place >= 0) return left.splice(place, 1)[0]!;
    return itemOf(content, isParallel ? before[index]?.key : undefined);
  });
}
