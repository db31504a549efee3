import type { AnyVerdict, DenyVerdict } from '../contract/decisions/verdict.ts';
import type { EventDefinition } from '../registry/events/event-table.ts';
import { checkValue } from '../registry/events/value-checks.ts';
import { isPlain } from '../context/freeze.ts';
import { keepProblem, withProblem } from '../context/ruling.ts';
import { namesBehind, onBehalfOf } from '../authoring/on-behalf-of.ts';
import { boundedText } from '../authoring/bounded-text.ts';
import { ALLOW, isCheckedDeny } from '../authoring/verdicts.ts';

type Fields = Readonly<Record<string, 'string' | 'number' | 'object' | 'any'>>;

/** The fields that every verdict may have. */
const EXPLAINED: Fields = { decision: 'any', reason: 'string', code: 'string', data: 'object' };

const FIELDS: Readonly<Record<string, Fields>> = {
  allow: EXPLAINED,
  deny: { ...EXPLAINED, message: 'string' },
  modify: { ...EXPLAINED, value: 'any' },
  respond: { ...EXPLAINED, outcome: 'object' },
  ask: { ...EXPLAINED, timeoutMs: 'number', remember: 'string' },
  retry: { ...EXPLAINED, delayMs: 'number' },
};

const REQUIRED: Readonly<Record<string, string>> = {
  deny: 'reason',
  modify: 'value',
  respond: 'outcome',
  ask: 'reason',
};
const REMEMBER = new Set(['never', 'chat', 'session']);

/**
 * Reads a hook's return value as one verdict. A value that is not exactly one complete form of this event becomes a
 * deny with the code `invalid_verdict`. Every field is read once: what the hook does to its object later changes
 * nothing.
 */
export function readVerdict(definition: EventDefinition, returned: unknown): AnyVerdict {
  if (returned === undefined || returned === ALLOW) return ALLOW;
  if (isCheckedDeny(returned)) return returned;
  try {
    if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
      return invalid(`a hook returned ${returned === null ? 'null' : typeof returned}`);
    const record = returned as Readonly<Record<string, unknown>>;
    if (!('decision' in record)) return readKeyed(definition, record);
    // Copying a verdict loses inherited fields, and the decision with them.
    if (!holds(record, 'decision')) return invalid('a verdict does not hold its decision itself');
    return readDecision(definition, record);
  } catch {
    return invalid('reading what a hook returned threw');
  }
}

function readKeyed(
  definition: EventDefinition,
  record: Readonly<Record<string, unknown>>,
): AnyVerdict {
  const keys = Object.keys(record);
  if (keys.length === 0) {
    if (!isPlain(record)) return invalid('a hook returned an object of a class, such as an Error');
    const isEmpty = Reflect.ownKeys(record).length === 0;
    return isEmpty ? ALLOW : invalid('a hook returned keys that cannot be listed');
  }
  if (keys.length > 1) return invalid(`a hook returned ${keys.length} keys at once`);
  const key = keys[0]!;
  if (key === definition.slot)
    return checked(definition, { decision: 'modify', value: record[key] });
  if (definition.outcomes.includes(key))
    return checked(definition, { decision: 'respond', outcome: { [key]: record[key] } });
  return invalid(`a hook returned the unknown key ${key}`);
}

function readDecision(
  definition: EventDefinition,
  record: Readonly<Record<string, unknown>>,
): AnyVerdict {
  const { decision } = record;
  if (typeof decision !== 'string') return invalid('a decision is not a string');
  const fields = Object.hasOwn(FIELDS, decision) ? FIELDS[decision] : undefined;
  if (fields === undefined) return invalid('a hook returned an unknown decision');
  const copy: Record<string, unknown> = { decision };
  const problem = copyFields(record, copy, fields, REQUIRED[decision]);
  if (problem !== undefined) return invalid(problem);
  const names = namesBehind(record);
  const verdict = checked(definition, copy);
  return names === undefined ? keepProblem(record, verdict) : onBehalfOf(verdict, names);
}

/** Returns the verdict if its value or its outcome fits the event. */
function checked(
  definition: EventDefinition,
  verdict: Readonly<Record<string, unknown>>,
): AnyVerdict {
  const problem = checkContent(definition, verdict);
  // All fields were checked, but no type of an open record can express that.
  return problem === undefined ? (verdict as unknown as AnyVerdict) : invalid(problem);
}

function holds(record: object, key: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(record, key);
}

function copyFields(
  record: Readonly<Record<string, unknown>>,
  copy: Record<string, unknown>,
  fields: Fields,
  required?: string,
): string | undefined {
  if (required !== undefined && !holds(record, required)) return `a verdict lacks ${required}`;
  for (const key in record) {
    const kind = fields[key];
    if (kind === undefined) return 'a verdict has an unknown key';
    if (key === 'decision') continue;
    const value = (copy[key] = record[key]);
    if (kind === 'any' || (value === undefined && key !== required)) continue;
    if (typeof value !== kind || value === null) return `a verdict's ${key} is not a ${kind}`;
    if (kind === 'number' && !((value as number) >= 0))
      return `a verdict's ${key} is not a length of time`;
    if (kind === 'string') copy[key] = boundedText(value as string);
  }
  return undefined;
}

function checkContent(
  definition: EventDefinition,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const { decision, value, outcome, remember } = record;
  if (decision === 'modify' && definition.slot !== undefined)
    return checkValue(definition.name, definition.slot, value);
  if (decision === 'respond')
    return checkOutcome(definition, outcome as Readonly<Record<string, unknown>>);
  if (decision === 'ask' && remember !== undefined && !REMEMBER.has(remember as string))
    return 'remember is never, chat or session';
  return undefined;
}

function checkOutcome(
  definition: EventDefinition,
  outcome: Readonly<Record<string, unknown>>,
): string | undefined {
  if (definition.outcomes.length === 0) return undefined;
  const keys = Object.keys(outcome);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined || !definition.outcomes.includes(key))
    return 'an outcome needs exactly one key of the event';
  return checkValue(definition.name, key, outcome[key]);
}

function invalid(problem: string): DenyVerdict {
  const deny: DenyVerdict = {
    decision: 'deny',
    code: 'invalid_verdict',
    reason: 'A policy hook gave an answer that cannot be read.',
  };
  return withProblem(deny, problem);
}
