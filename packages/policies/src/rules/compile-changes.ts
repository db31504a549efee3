import { mapText, type Dict, type Textual } from '@interpose/core';
import { isEqual } from 'ohash';
import type { RE2JS } from 're2js';

import type { EventFacts } from '../shared/events/event-facts.ts';
import { isWholeText, keysOf } from './compile-path.ts';
import { compilePattern } from './compile-test.ts';
import type { Change, Rule } from './rule-file.ts';
import type { Place, RuleSource } from './rule-source.ts';
import { Mismatch } from './scene.ts';

/** Returns the changed value of the slot; the same value if there is nothing to change. */
export type ChangeValue = (value: unknown) => unknown;

/**
 * Compiles the changes of a rule, which are made in the order they are written.
 *
 * @throws InterposeError `invalid_rules` for a path outside the slot, or to what no policy may change.
 */
export function compileChanges(
  source: RuleSource,
  place: Place,
  rule: Rule,
  facts: EventFacts,
): ChangeValue {
  const all = (rule.changes ?? []).map((change, index) =>
    compileChange(source, [...place, 'changes', index], rule.on, facts, change),
  );
  return (value) => all.reduce((current, change) => change(current), value);
}

function compileChange(
  source: RuleSource,
  place: Place,
  event: string,
  facts: EventFacts,
  change: Change,
): ChangeValue {
  const verbs = Object.keys(change).filter((key) => ['set', 'remove', 'redact'].includes(key));
  const [verb] = verbs;
  if (verb === undefined || verbs.length > 1)
    throw source.fault(place, 'is not one change', 'write one of set, remove, redact');
  const keys = keysOf((change as Dict)[verb] as string);
  if ('redact' in change && isWholeText(event, keys)) {
    const redact = redaction(source, place, change);
    return (value) => mapText(value as Textual, (text) => redact(text) as string);
  }
  checkTarget(source, [...place, verb], facts, keys);
  const inside = keys.slice(1);
  if ('set' in change) return (value) => replaceAt(value, inside, settingTo(change.to), true);
  if ('remove' in change) return (value) => replaceAt(value, inside, () => undefined, false);
  const redact = redaction(source, place, change);
  return (value) => replaceAt(value, inside, redact, false);
}

/** Sets a value of the rule. The step gets a copy: it may change what it gets, and the rule has to stay as it is. */
function settingTo(to: unknown): ChangeValue {
  if (typeof to !== 'object' || to === null) return () => to;
  return (before) => (isEqual(before, to) ? before : structuredClone(to));
}

function checkTarget(
  source: RuleSource,
  place: Place,
  { slot }: EventFacts,
  keys: readonly string[],
): void {
  const path = keys.join('.');
  if (slot === undefined || keys[0] !== slot || keys.includes(''))
    throw source.fault(place, `${path} cannot be changed here`, `begin with ${slot ?? 'nothing'}`);
  if (slot === 'call' && keys[1] !== 'args')
    throw source.fault(place, `${path} cannot be changed`, 'change call.args and what is in it');
}

type Redaction = Extract<Change, { readonly redact: unknown }>;

function redaction(source: RuleSource, place: Place, change: Redaction): ChangeValue {
  const substitute = change.with ?? '[redacted]';
  if (change.matching === undefined) return (value) => (value === undefined ? value : substitute);
  const pattern = compilePattern(source, [...place, 'matching'], change.matching);
  return (value) => redactText(value, pattern, substitute);
}

/** Redacts every text inside a value, and every number and date in its written form. */
function redactText(value: unknown, pattern: RE2JS, substitute: string): unknown {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    return pattern.test(text) ? pattern.matcher(text).replaceAll(() => substitute) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (saysJson(value)) {
    const written = value.toJSON();
    const redacted = redactText(written, pattern, substitute);
    return redacted === written ? value : redacted;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, redactText(item, pattern, substitute)] as const,
  );
  if (entries.every(([key, item]) => item === (value as Dict)[key])) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function saysJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Changes a place inside a value. Copies only the objects on the way to it, and nothing if nothing changes. */
function replaceAt(
  value: unknown,
  keys: readonly string[],
  change: ChangeValue,
  creates: boolean,
): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return change(value);
  if (value === undefined && creates) return { [key]: replaceAt(undefined, rest, change, creates) };
  if (typeof value !== 'object' || value === null) {
    if (!creates) return value;
    throw new Mismatch(`there is no place ${key} in a value of type ${typeof value}`);
  }
  const before = Object.hasOwn(value, key) ? (value as Dict)[key] : undefined;
  const after = replaceAt(before, rest, change, creates);
  if (after === before) return value;
  if (Array.isArray(value)) return replaceItem(value, key, after);
  const { [key]: _, ...others } = value as Dict;
  return after === undefined ? others : { ...value, [key]: after };
}

function replaceItem(list: readonly unknown[], key: string, after: unknown): readonly unknown[] {
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index > list.length)
    throw new Mismatch(`there is no place ${key} in a list`);
  return after === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, after);
}
