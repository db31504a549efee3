import type { Dict, MemoryItem } from '@interpose/core';

import { dictAt, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';

/** Memory is a list of strings on the wire; keys are sent beside them. */
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

/** Returns the keys of the items in order; undefined if no item has one. */
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

/** Updates the keys beside the strings after a policy changed the items, also if it removed all keys. */
function withKeys(params: Dict, items: readonly MemoryItem[]): Dict {
  const hints = hintsIn(params);
  if (keysOf(items) === undefined && !Array.isArray(hints['keys'])) return params;
  const keys = items.map(({ key }) => key ?? null);
  return { ...params, context: { ...dictAt(params, 'context'), interpose: { ...hints, keys } } };
}

/** Returns the items of a changed request: an unchanged text is the original item, unless its key changed. */
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
