const LIST: unique symbol = Symbol('list');
const RECORD: unique symbol = Symbol('record');
const END: unique symbol = Symbol('end');
/** Stands for what may change unseen, such as bytes or an object of a class: it is never the same. */
const UNSEEN: unique symbol = Symbol('unseen');

/** Nothing nested deeper is taken to be the same, so that a cycle ends. */
const DEEPEST = 32;

/**
 * Adds to a print what host-owned data says: its keys and leaves in order. A print is flat, so that comparing makes
 * nothing and reads one piece of memory.
 */
export function addPrint(print: unknown[], value: unknown, depth: number = 0): void {
  if (typeof value !== 'object' || value === null) print.push(value);
  else if (depth === DEEPEST) print.push(UNSEEN);
  else if (Array.isArray(value)) {
    print.push(LIST);
    for (const item of value) addPrint(print, item, depth + 1);
    print.push(END);
  } else if (isRecord(value)) {
    print.push(RECORD);
    for (const key in value) {
      print.push(key);
      addPrint(print, value[key], depth + 1);
    }
    print.push(END);
  } else print.push(UNSEEN);
}

/**
 * Where a print goes on behind this value, which may be another object that says the same; -1 where it says something
 * else than the print does from there.
 */
export function endOfSame(value: unknown, print: readonly unknown[], at: number): number {
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
      if (print[next] !== key) return -1;
      next = endOfSame(value[key], print, next + 1);
      if (next < 0) return -1;
    }
  }
  return print[next] === END ? next + 1 : -1;
}

function isRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
