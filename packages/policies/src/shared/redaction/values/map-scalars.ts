import { InterposeError } from '@interpose/core';

import { unboxed } from '../../values/unboxed.ts';
import { mapJsonText } from './map-json-text.ts';
import { mapRuns } from '../runs/map-runs.ts';
import { isLong, type Change, type Scalar } from './scalar.ts';

const DEEPEST = 64;

/**
 * Maps every string, and every whole number of at least seven digits, in a value: in arrays, objects, their keys,
 * objects that hold one text or number, and JSON inside strings. Unchanged parts keep their identity.
 *
 * @throws InterposeError `too_deep` beyond 64 levels, so that a cycle cannot hide anything.
 * @example
 * mapScalars({ to: ['a@b.example'] }, () => '<EMAIL_ADDRESS_1>'); // { to: ['<EMAIL_ADDRESS_1>'] }
 */
export function mapScalars(value: unknown, change: Change, depth: number = 0): unknown {
  if (typeof value === 'string') return mapText(value, change, depth);
  if (typeof value === 'number') return isLong(value) ? change(value) : value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (depth >= DEEPEST)
    throw new InterposeError(
      'too_deep',
      `a value is nested deeper than ${DEEPEST} levels`,
      'return a flatter one',
    );
  if (Array.isArray(value)) return mapArray(value, change, depth + 1);
  if (saysJson(value)) {
    const json = value.toJSON();
    const mapped = mapScalars(json, change, depth + 1);
    return mapped === json ? value : mapped;
  }
  const said = unboxed(value);
  if (said === value) return mapObject(value, change, depth + 1);
  const mapped = mapScalars(said, change, depth + 1);
  return mapped === said ? value : mapped;
}

function mapText(text: string, change: Change, depth: number): Scalar {
  const json = mapJsonText(text, (scalar, name) =>
    typeof scalar === 'string' && depth < DEEPEST
      ? mapText(scalar, under(name, change), depth + 1)
      : change(scalar, name),
  );
  return json ?? change(text);
}

function mapArray(values: readonly unknown[], change: Change, depth: number): readonly unknown[] {
  return mapRuns(values, change, (value, each) => mapScalars(value, each, depth));
}

function mapObject(object: object, change: Change, depth: number): object {
  const entries = Object.entries(object);
  let changed = false;
  const mapped = entries.map(([key, value]): [string, unknown] => {
    const newKey = String(change(key));
    const newValue = mapScalars(value, under(key, change), depth);
    changed ||= newKey !== key || newValue !== value;
    return [newKey, newValue];
  });
  return changed ? fromEntries(mapped) : object;
}

/** Returns the same function for values under a property; the nearest name counts. */
function under(property: string | undefined, change: Change): Change {
  return property === undefined
    ? change
    : (scalar, name = property, place) => change(scalar, name, place);
}

/** Makes an object. If two keys became equal, the later one gets a number, so that no value is lost. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const taken = new Map<string, unknown>();
  for (const [key, value] of entries) {
    let free = key;
    for (let number = 2; taken.has(free); number++) free = `${key} (${number})`;
    taken.set(free, value);
  }
  return Object.fromEntries(taken);
}

function saysJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
