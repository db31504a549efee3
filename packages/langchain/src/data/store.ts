import { asText, isDict, parseJson } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { gateMemory } from './memory.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeStore } from '../targets/shapes.ts';
import { listIn } from '../translate/native.ts';

type Namespace = readonly string[];
type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** Returns the store with hooks: values pass them before the app reads them and before they are stored. */
export function hookStore<S extends NativeStore>(target: S, seam: ComponentSeam): S {
  const own = (name: string): Method => {
    const method = target[name] as Method;
    return (...given) => method.call(target, ...given);
  };
  const [get, search, put] = [own('get'), own('search'), own('put')];
  return hookObject(target, seam.hooks, {
    get: async (namespace: Namespace, key: string) => {
      const [item] = await readItems(seam, [await get(namespace, key)]);
      return item ?? null;
    },
    search: async (...given: readonly unknown[]) => readItems(seam, listIn(await search(...given))),
    put: async (namespace: Namespace, key: string, value: unknown, ...rest: readonly unknown[]) => {
      const kept = await writeValue(seam, key, value);
      if (kept !== undefined) await put(namespace, key, kept.value, ...rest);
    },
    /** A graph sends the operations of its nodes in batches. */
    batch: async (operations: readonly unknown[]) => {
      const kept = await Promise.all(operations.map((operation) => admit(seam, operation)));
      const sent = kept.filter((operation) => operation !== undefined);
      const results = sent.length === 0 ? [] : await target.batch(sent);
      const answers: unknown[] = [];
      for (const operation of kept) {
        const result = operation === undefined ? undefined : results[sent.indexOf(operation)];
        answers.push(await readResult(seam, operation, result));
      }
      return answers;
    },
  });
}

/** Returns a write as the hooks left it, `undefined` if it is denied; any other operation as it is. */
async function admit(seam: ComponentSeam, operation: unknown): Promise<unknown> {
  if (!isDict(operation) || !('value' in operation)) return operation;
  const kept = await writeValue(seam, String(operation['key']), operation['value']);
  if (kept === undefined) return undefined;
  return kept.value === operation['value'] ? operation : { ...operation, value: kept.value };
}

async function readResult(
  seam: ComponentSeam,
  operation: unknown,
  result: unknown,
): Promise<unknown> {
  if (!isDict(operation) || 'value' in operation) return result;
  if ('namespacePrefix' in operation) return readItems(seam, listIn(result));
  if (!('key' in operation)) return result;
  const [item] = await readItems(seam, [result]);
  return item ?? null;
}

/** Returns the value to store. Deleting stores nothing, so hooks do not judge it. */
async function writeValue(
  seam: ComponentSeam,
  key: string,
  value: unknown,
): Promise<{ readonly value: unknown } | undefined> {
  if (value === null || value === undefined) return { value };
  const kept = await gateMemory(seam, 'preMemoryStore', [value], {
    read: () => ({ key, content: contentOfValue(value) }),
    write: ({ content }) => valueFor(content, value),
  });
  return kept.length === 0 ? undefined : { value: kept[0] };
}

function readItems(seam: ComponentSeam, found: readonly unknown[]): Promise<readonly unknown[]> {
  const items = found.filter((item) => isDict(item));
  return gateMemory(seam, 'onMemoryRetrieved', items, {
    read: ({ key, value }) => ({ key: String(key), content: contentOfValue(value) }),
    write: ({ content }, like = items[0]) => ({
      ...like,
      value: valueFor(content, like?.['value']),
    }),
  });
}

/** The keys under which values of a store keep their text, if they have one text. */
const TEXT_KEYS = ['content', 'text', 'memory', 'data', 'value'] as const;

/** Returns the text of a stored value: its one text, else the whole value as JSON. */
function contentOfValue(value: unknown): string {
  const key = textKeyOf(value);
  if (key !== undefined && isDict(value)) return String(value[key]);
  return asText(value);
}

/** Returns a value with another text, in the shape of the value that it replaces. */
function valueFor(content: string, like: unknown): unknown {
  const key = textKeyOf(like);
  if (key !== undefined && isDict(like)) return { ...like, [key]: content };
  const parsed = parseJson(content);
  return isDict(parsed) ? parsed : { content };
}

function textKeyOf(value: unknown): string | undefined {
  if (!isDict(value)) return undefined;
  const keys = Object.keys(value);
  const [key] = keys;
  return keys.length === 1 &&
    TEXT_KEYS.some((each) => each === key) &&
    typeof value[key!] === 'string'
    ? key
    : undefined;
}
