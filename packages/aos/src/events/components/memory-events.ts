import type { Dict, MemoryItem } from '@interpose/core';

import { dictAt, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';

/** Memory is plain strings on the wire; keys travel beside them. */
function memoryCodec(event: Codec['event'], method: string): Codec {
  return {
    event,
    key: 'memory',
    slot: '/params/memory',
    method: () => method,
    encode: (payload) => ({ memory: itemsIn(payload).map(({ content }) => content) }),
    hints: (payload) => present({ source: payload['source'], keys: keysOf(itemsIn(payload)) }),
    decode: (params, hints) => {
      const keys = keysIn(hints);
      const memory = textsIn(params).map((content, index) => itemOf(content, keys[index]));
      return present({ memory, source: stringAt(hints, 'source') });
    },
    take: (params, payload) => ({
      value: takeItems(textsIn(params), keysIn(hintsIn(params)), itemsIn(payload)),
    }),
    put: (params, value) => {
      const items = value as readonly MemoryItem[];
      const memory = items.map(({ content }) => content);
      return { ...withKeys(params, items), memory };
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

/** The keys of the items in their order, where any has one. */
function keysOf(items: readonly MemoryItem[]): readonly (string | null)[] | undefined {
  const keys = items.map(({ key }) => key ?? null);
  return keys.some((key) => key !== null) ? keys : undefined;
}

function keysIn(hints: Dict): readonly unknown[] {
  const { keys } = hints;
  return Array.isArray(keys) ? keys : [];
}

function hintsIn(params: Dict): Dict {
  return dictAt(dictAt(params, 'context'), 'interpose');
}

/** The keys stand beside the strings; they follow where a policy has changed them, also where it took all of them. */
function withKeys(params: Dict, items: readonly MemoryItem[]): Dict {
  const hints = hintsIn(params);
  if (keysOf(items) === undefined && !Array.isArray(hints['keys'])) return params;
  const keys = items.map(({ key }) => key ?? null);
  return { ...params, context: { ...dictAt(params, 'context'), interpose: { ...hints, keys } } };
}

/** A text that is still there is the item it was, unless its key is said to be another. */
function takeItems(
  texts: readonly string[],
  keys: readonly unknown[],
  before: readonly MemoryItem[],
): readonly MemoryItem[] {
  const left = [...before];
  const isKeyed = keys.length === texts.length;
  return texts.map((content, index) => {
    const key = isKeyed ? (keys[index] ?? undefined) : undefined;
    const place = left.findIndex(
      (item) => item.content === content && (!isKeyed || item.key === key),
    );
    return place >= 0 ? left.splice(place, 1)[0]! : itemOf(content, key);
  });
}
