/** The keys and leaves of a host's data in order, as it was read. One short list for each value is the fastest. */
export type Print = readonly unknown[];

const LIST: unique symbol = Symbol('list');
const RECORD: unique symbol = Symbol('record');
const END: unique symbol = Symbol('end');
/** The mark of a value that may change unseen, such as bytes or an object of a class: it never counts as the same. */
const UNSEEN: unique symbol = Symbol('unseen');

/** Values nested deeper never count as the same, so that a cycle ends. */
const DEEPEST = 32;

/** Returns the print of a value. It is flat, so that comparing allocates nothing and reads one piece of memory. */
export function printOf(value: unknown): Print {
  const print: unknown[] = [];
  add(print, value, 0);
  return print;
}

/** Whether a value, which may be another object, has the content of a print. */
export function isSame(value: unknown, print: Print): boolean {
  return endOfSame(value, print, 0) === print.length;
}

function add(print: unknown[], value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) print.push(value);
  else if (depth === DEEPEST) print.push(UNSEEN);
  else if (Array.isArray(value)) {
    print.push(LIST);
    for (let index = 0; index < value.length; index++) add(print, value[index], depth + 1);
    print.push(END);
  } else if (isRecord(value)) {
    print.push(RECORD);
    for (const key in value) {
      const item = value[key];
      print.push(key);
      // Most values of a record are leaves, which need no call.
      if (typeof item !== 'object' || item === null) print.push(item);
      else add(print, item, depth + 1);
    }
    print.push(END);
  } else print.push(UNSEEN);
}

/** Returns where a print goes on after this value; -1 if the value differs from the print. */
function endOfSame(value: unknown, print: Print, at: number): number {
  if (typeof value !== 'object' || value === null) return Object.is(print[at], value) ? at + 1 : -1;
  let next = at;
  if (Array.isArray(value)) {
    if (print[next++] !== LIST) return -1;
    for (let index = 0; index < value.length; index++) {
      next = endOfSame(value[index], print, next);
      if (next < 0) return -1;
    }
  } else {
    if (print[next++] !== RECORD || !isRecord(value)) return -1;
    for (const key in value) {
      if (print[next++] !== key) return -1;
      next = endOfSame(value[key], print, next);
      if (next < 0) return -1;
    }
  }
  return print[next] === END ? next + 1 : -1;
}

/**
 * Whether plain data has the same content as a copy. False if they share any part, since that part would change in
 * both.
 *
 * @example
 * isCopy({ city: 'Rome' }, Object.freeze({ city: 'Rome' })); // => true
 */
export function isCopy(value: unknown, copy: unknown, depth: number = 0): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, copy);
  if (value === copy || typeof copy !== 'object' || copy === null || depth === DEEPEST)
    return false;
  if (Array.isArray(value)) {
    if (!Array.isArray(copy) || value.length !== copy.length) return false;
    for (let index = 0; index < value.length; index++)
      if (!isCopy(value[index], copy[index], depth + 1)) return false;
    return true;
  }
  return isRecord(value) && isRecord(copy) && isCopyOfRecord(value, copy, depth);
}

type Dict = Readonly<Record<string, unknown>>;

function isCopyOfRecord(value: Dict, copy: Dict, depth: number): boolean {
  let more = 0;
  for (const key in value) {
    more++;
    if (!isCopy(value[key], copy[key], depth + 1)) return false;
  }
  for (const _ in copy) more--;
  return more === 0;
}

/**
 * Whether an object is neither a list nor an instance of a class.
 *
 * @example
 * isRecord({ city: 'Rome' }); // => true
 * isRecord(new Date()); // => false
 */
export function isRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
