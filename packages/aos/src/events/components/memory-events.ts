import type { Dict, MemoryItem } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';
import { sameJson } from '../../wire/same-json.ts';
import { present, type Codec } from '../codec.ts';

/** Memory is a list of strings on the wire; keys and metadata are sent beside them. */
function memoryCodec(event: Codec['event'], method: string): Codec {
  return {
    event,
    key: 'memory',
    slot: '/params/memory',
    method: () => method,
    encode: (payload) => ({ memory: itemsIn(payload).map(({ content }) => content) }),
    hints: (payload) => present({ source: payload['source'], ...besideIn(itemsIn(payload)) }),
    decode: (params, hints) => {
      const { keys, metadata } = listsIn(hints);
      const memory = textsIn(params).map((content, index) =>
        itemOf(content, keys[index], metadata[index]),
      );
      return present({ memory, source: stringAt(hints, 'source') });
    },
    take: (params, payload) => ({
      value: takeItems(textsIn(params), listsIn(hintsIn(params)), itemsIn(payload)),
    }),
    put: (params, value) => {
      const items = value as readonly MemoryItem[];
      const memory = items.map(({ content }) => content);
      return { ...withBeside(params, items), memory };
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

function itemOf(content: string, key: unknown, metadata: unknown): MemoryItem {
  return {
    ...(typeof key === 'string' && { key }),
    content,
    ...(isDict(metadata) && { metadata }),
  };
}

/** What stands beside the texts: one list of each, in their order. */
type Beside<List> = { readonly [Name in 'keys' | 'metadata']: List };

/** Returns what the items have beside their texts; undefined if no item has it. */
function besideIn(items: readonly MemoryItem[]): Beside<readonly unknown[] | undefined> {
  return {
    keys: told(items.map(({ key }) => key ?? null)),
    metadata: told(items.map(({ metadata }) => metadata ?? null)),
  };
}

function told(list: readonly unknown[]): readonly unknown[] | undefined {
  return list.some((each) => each !== null) ? list : undefined;
}

function listsIn({ keys, metadata }: Dict): Beside<readonly unknown[]> {
  return {
    keys: Array.isArray(keys) ? keys : [],
    metadata: Array.isArray(metadata) ? metadata : [],
  };
}

function hintsIn(params: Dict): Dict {
  return dictAt(dictAt(params, 'context'), 'interpose');
}

/** Updates what stands beside the strings after a policy changed the items, also if it removed all of it. */
function withBeside(params: Dict, items: readonly MemoryItem[]): Dict {
  const { keys, metadata, ...hints } = hintsIn(params);
  const none = items.map(() => null);
  const now = besideIn(items);
  const beside = present({
    keys: now.keys ?? (keys && none),
    metadata: now.metadata ?? (metadata && none),
  });
  if (Object.keys(beside).length === 0) return params;
  return {
    ...params,
    context: { ...dictAt(params, 'context'), interpose: { ...hints, ...beside } },
  };
}

/** Returns the items of a changed request: an unchanged item is the original one. */
function takeItems(
  texts: readonly string[],
  { keys, metadata }: Beside<readonly unknown[]>,
  before: readonly MemoryItem[],
): readonly MemoryItem[] {
  const left = [...before];
  const isKeyed = keys.length === texts.length;
  const isTold = metadata.length === texts.length;
  return texts.map((content, index) => {
    const key = isKeyed ? (keys[index] ?? undefined) : undefined;
    const beside = isTold ? (metadata[index] ?? undefined) : undefined;
    const place = left.findIndex(
      (item) =>
        item.content === content &&
        (!isKeyed || item.key === key) &&
        (!isTold || sameJson(item.metadata, beside)),
    );
    if (place >= 0) return left.splice(place, 1)[0]!;
    // JSON holds no dates: what nobody changed beside a changed text stays the value of the app.
    const like = key === undefined ? undefined : before.find((item) => item.key === key);
    return itemOf(content, key, sameJson(like?.metadata, beside) ? like?.metadata : beside);
  });
}
