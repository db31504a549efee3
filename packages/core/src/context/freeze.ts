/**
 * Freezes plain objects and lists at all levels. A frozen object counts as frozen at all levels, since code that makes
 * a value freezes it completely. Instances of classes stay as they are.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) {
    Object.freeze(value);
    // By index: `for of` allocates an object at each turn.
    for (let at = 0; at < value.length; at++) deepFreeze<unknown>(value[at]);
  } else if (isPlain(value)) {
    for (const key in Object.freeze(value))
      if (Object.hasOwn(value, key) && !isBuiltOnDemand(value, key)) deepFreeze(value[key]);
  }
  return value;
}

/** Values nested deeper count as not frozen, and never as the same, so that the walk through a cycle ends. */
export const DEEPEST = 32;

/** Whether nothing in a value can change and all of it can be compared: plain data, frozen at all levels, no getters. */
export function isFrozenData(value: unknown, depth: number = 0): boolean {
  // NaN equals nothing, so a call with it is never the same call.
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && !Number.isNaN(value);
  if (depth > DEEPEST || !Object.isFrozen(value)) return false;
  if (!Array.isArray(value) && !isPlain(value)) return false;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (isBuiltOnDemand(value, key) || !isFrozenData(value[key as never], depth + 1)) return false;
  }
  return true;
}

/**
 * Finds a getter without calling it. A descriptor would show the same, but makes one more object for every key of every
 * value. This old method makes no object, and every engine has it.
 */
const { __lookupGetter__: lookUpGetter } = Object.prototype as {
  readonly __lookupGetter__?: (key: string) => unknown;
};

function isBuiltOnDemand(record: object, key: string): boolean {
  return lookUpGetter?.call(record, key) !== undefined;
}

/**
 * Freezes the values of a payload, but not the payload itself. A request that is built on demand stays as it is;
 * nothing else in a payload is built on demand.
 */
export function freezeValues(payload: Readonly<Record<string, unknown>>): void {
  for (const key in payload)
    if (key !== 'request' || !isBuiltOnDemand(payload, key)) deepFreeze(payload[key]);
}

/**
 * Returns a frozen copy of the host's data, which hooks get in strict mode; the value itself if it is not plain data.
 *
 * @example
 * const native = { city: 'Rome' };
 * const args = chat.strict ? frozenCopy(native) : native;
 * Object.isFrozen(native); // => false
 */
export function frozenCopy<T>(value: T): T {
  return copy(value, undefined) as T;
}

type Copies = Map<object, unknown>;

/** Copies and freezes in one walk. A map of the copies is needed only for values with other objects inside. */
function copy(value: unknown, known: Copies | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const before = known?.get(value);
  if (before !== undefined) return before;
  if (Array.isArray(value)) return copyList(value, known);
  return isPlain(value) ? copyRecord(value, known) : value;
}

function copyList(list: readonly unknown[], known: Copies | undefined): readonly unknown[] {
  const made: unknown[] = [];
  let copies = known?.set(list, made);
  for (let at = 0; at < list.length; at++) {
    const item = list[at];
    if (isNested(item)) copies ??= new Map([[list, made]]);
    made.push(copy(item, copies));
  }
  return Object.freeze(made);
}

function copyRecord(record: object, known: Copies | undefined): object {
  const made: Record<string, unknown> = {};
  let copies = known?.set(record, made);
  for (const key in record) {
    if (!Object.hasOwn(record, key)) continue;
    const item = (record as Record<string, unknown>)[key];
    if (isNested(item)) copies ??= new Map([[record, made]]);
    const copied = copy(item, copies);
    if (key === '__proto__') define(made, key, copied);
    else made[key] = copied;
  }
  return Object.freeze(made);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Sets a key such as `__proto__`: a plain assignment would change the prototype. */
function define(record: object, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** Whether this is an object that no class made, from any realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}
