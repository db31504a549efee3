import { mapText, type Dict } from '@interpose/core';
import { isEqual } from 'ohash';
import type { RE2JS } from 're2js';

import type { EventFacts } from '../shared/events/event-facts.ts';
import { isWholeText, keysOf } from './compile-path.ts';
import { compilePattern } from './compile-test.ts';
import type { Spoken } from '../shared/values/map-content.ts';
import { redactTexts, redactValue } from './redact-matching.ts';
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
    const pattern = patternOf(source, place, change);
    return pattern === undefined
      ? (value) => mapText(value as Spoken, () => substituteOf(change))
      : (value) => redactTexts(value as Spoken, { pattern, substitute: substituteOf(change) });
  }
  checkTarget(source, [...place, verb], facts, keys);
  const inside = keys.slice(1);
  if ('set' in change) return (value) => replaceAt(value, inside, settingTo(change.to), true);
  if ('remove' in change) return (value) => replaceAt(value, inside, () => undefined, false);
  const substitute = substituteOf(change);
  const pattern = patternOf(source, place, change);
  const redact: ChangeValue = (value) => {
    if (pattern !== undefined) return redactValue(value, { pattern, substitute });
    return value === undefined ? value : substitute;
  };
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

function substituteOf(change: Redaction): string {
  return change.with ?? '[redacted]';
}

function patternOf(source: RuleSource, place: Place, { matching }: Redaction): RE2JS | undefined {
  if (matching === undefined) return undefined;
  return compilePattern(source, [...place, 'matching'], matching);
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
