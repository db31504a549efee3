/** The most values that a search visits; more are an error. */
const mostValues = 200_000;

/** The time in milliseconds for a promise or a stream to give its values. */
const patienceMs = 50;

/** A value to visit, with its path. */
type Waiting = readonly [value: unknown, path: string];

/**
 * Searches everything that can be reached from a value for texts: own and inherited properties, getters, maps, sets,
 * bytes, headers, bodies, errors and their causes, promises, streams. Returns the first path of each text.
 *
 * @throws RangeError when more can be reached than a search can look at.
 */
export async function findTexts(
  root: unknown,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();
  const waiting: Waiting[] = [[root, 'value']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, path] = next;
    if (typeof value === 'string') {
      for (const text of texts) if (value.includes(text) && !found.has(text)) found.set(text, path);
      continue;
    }
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
    if (seen.has(value) || isBeyond(value)) continue;
    seen.add(value);
    if (seen.size > mostValues)
      throw new RangeError(`more can be reached than is searched: ${path}`);
    waiting.push(...propertiesOf(value, path), ...contentOf(value, path));
    // Waiting is slower than visiting, and most values have nothing that arrives later.
    const arriving = arrivingFrom(value, path);
    if (arriving !== undefined) waiting.push(...(await arriving));
  }
  return found;
}

/** Whether an object belongs to the language, not to the run. */
function isBeyond(value: object): boolean {
  return value === globalThis || Object.prototype.toString.call(value) === '[object Module]';
}

const passedOver: ReadonlySet<PropertyKey> = new Set([
  'constructor',
  '__proto__',
  'caller',
  'arguments',
]);

function propertiesOf(value: object, path: string): Waiting[] {
  const found: Waiting[] = [];
  for (let owner: object | null = value; owner !== null; owner = ownerAbove(owner)) {
    for (const key of Reflect.ownKeys(owner)) {
      if (passedOver.has(key)) continue;
      // A class getter that runs on the prototype would store one object's data there for all objects.
      if (key === 'prototype' && typeof value === 'function') continue;
      const here = `${path}.${String(key)}`;
      found.push([String(key), here], [read(value, owner, key), here]);
    }
  }
  return found;
}

function ownerAbove(owner: object): object | null {
  const above = Object.getPrototypeOf(owner) as object | null;
  const isPlatform = above === null || above === Object.prototype || above === Function.prototype;
  return isPlatform || above === Array.prototype ? null : above;
}

function read(value: object, owner: object, key: PropertyKey): unknown {
  try {
    const property = Reflect.getOwnPropertyDescriptor(owner, key);
    return property?.get === undefined ? property?.value : Reflect.get(owner, key, value);
  } catch (error) {
    return error;
  }
}

function contentOf(value: object, path: string): Waiting[] {
  if (value instanceof Map || value instanceof Headers) {
    return [...value].flatMap(([key, held]): Waiting[] => [
      [key, `${path} key`],
      [held, `${path}[${String(key)}]`],
    ]);
  }
  if (value instanceof Set) return [...value].map((held): Waiting => [held, `${path} member`]);
  if (value instanceof ArrayBuffer) return [[decode(new Uint8Array(value)), `${path} bytes`]];
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return [[decode(bytes), `${path} bytes`]];
  }
  return [];
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Returns the values of a promise, a body or a stream. */
function arrivingFrom(value: object, path: string): Promise<Waiting[]> | undefined {
  const from = async (what: string, coming: Promise<unknown>): Promise<Waiting[]> => [
    [await coming, `${path} ${what}`],
  ];
  if (value instanceof Response || value instanceof Request)
    return value.bodyUsed ? undefined : from('body', within(value.clone().text()));
  if ('then' in value && typeof value.then === 'function')
    return from('awaited', within(Promise.resolve(value as PromiseLike<unknown>)));
  if (value instanceof ReadableStream)
    return value.locked ? undefined : from('streamed', drained(value));
  const isStream =
    Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === 'function';
  return isStream ? from('streamed', drained(value as AsyncIterable<unknown>)) : undefined;
}

async function drained(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  const reading = (async (): Promise<void> => {
    for await (const chunk of stream) chunks.push(chunk);
  })();
  const end = await within(reading);
  return [...chunks, end];
}

/** Returns the outcome of a promise, which may be a failure; undefined if it takes too long. */
async function within(promise: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}
