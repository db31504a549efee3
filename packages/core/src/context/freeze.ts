/**
 * Freezes plain objects and lists all the way down. What is frozen already is taken to be so all the way down, since
 * whoever makes a value freezes it there; what is of a class is left alone.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) {
    Object.freeze(value);
    for (const item of value) deepFreeze(item);
  } else if (isPlain(value)) {
    for (const key in Object.freeze(value))
      if (Object.hasOwn(value, key) && !isBuiltOnDemand(value, key)) deepFreeze(value[key]);
  }
  return value;
}

/**
 * Finds a getter without calling it. A descriptor tells the same and is an object more for every key of every value; this
 * old method makes none, and every engine has it.
 */
const { __lookupGetter__: lookUpGetter } = Object.prototype as {
  readonly __lookupGetter__?: (key: string) => unknown;
};

function isBuiltOnDemand(record: object, key: string): boolean {
  return lookUpGetter?.call(record, key) !== undefined;
}

/**
 * Freezes what a payload holds, not the payload, and leaves a request that is built on demand alone: nothing else in a
 * payload is.
 */
export function freezeValues(payload: Readonly<Record<string, unknown>>): void {
  for (const key in payload)
    if (key !== 'request' || !isBuiltOnDemand(payload, key)) deepFreeze(payload[key]);
}

/**
 * A frozen copy of host-owned data for hooks to see in strict mode; the value itself where it is no plain data.
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

/** Copies and freezes in one walk; a map of what was copied is needed only where something lies inside something. */
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
  for (const item of list) {
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

/** Assigning to this key would change the prototype. */
function define(record: object, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** True for an object that no class made, whichever realm it comes from. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}
