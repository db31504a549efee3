import type { Dict } from '@interpose/core';

import type { EventFacts } from '../shared/events/event-facts.ts';

/** The subject of an answer: the facts of its event, where known, and the current value of the slot. */
export interface Answered {
  readonly facts: EventFacts | undefined;
  readonly before: unknown;
}

type Kind = 'string' | 'number' | 'list' | 'record' | 'nothing' | 'other';

type Fields = Readonly<Record<string, Kind | 'any'>>;

/** The fields that every verdict may have. */
const EXPLAINED: Fields = { reason: 'string', code: 'string', data: 'record' };

const FIELDS: Readonly<Record<string, Fields>> = {
  allow: EXPLAINED,
  deny: { ...EXPLAINED, message: 'string' },
  modify: { ...EXPLAINED, value: 'any' },
  respond: { ...EXPLAINED, outcome: 'record' },
  ask: { ...EXPLAINED, timeoutMs: 'number', remember: 'string' },
  retry: { ...EXPLAINED, delayMs: 'number' },
};

const NEEDED: Readonly<Record<string, string>> = { deny: 'reason', modify: 'value', ask: 'reason' };

/** The fields that a new value of a slot must have, of the same kind as in the current value. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  call: ['id', 'name', 'args'],
  request: ['messages'],
  response: ['content'],
  message: ['role', 'content'],
  trigger: ['content'],
  query: ['text'],
  task: ['kind', 'to'],
  error: ['message'],
};

/** The kinds that an outcome may be of. A result may be anything. */
const SUPPLIED: Readonly<Record<string, readonly Kind[]>> = {
  response: ['record'],
  error: ['string', 'record'],
  answer: ['string', 'record'],
  reply: ['record'],
  results: ['list'],
  summary: ['string'],
};

const REMEMBER: ReadonlySet<unknown> = new Set([undefined, 'never', 'chat', 'session']);

/** Whether a verdict has every field it needs, each of the right kind, and no other field. */
export function isReadableVerdict(said: Dict, about: Answered): boolean {
  const { decision } = said;
  const fields =
    typeof decision === 'string' && Object.hasOwn(FIELDS, decision) ? FIELDS[decision] : undefined;
  if (fields === undefined || !hasFields(said, fields)) return false;
  if (decision === 'ask') return REMEMBER.has(said['remember']);
  if (decision === 'modify') return isReadableChange(said['value'], about);
  return decision !== 'respond' || isReadableOutcome(said['outcome'], about);
}

/** Whether a value may replace the value of the slot. */
export function isReadableChange(value: unknown, { facts, before }: Answered): boolean {
  if (facts?.slot === undefined || facts.slot === 'result') return true;
  if (facts.slot === 'error' && typeof value === 'string') return true;
  if (kindOf(value) !== kindOf(before)) return false;
  const [now, then] = [Object(before) as Dict, Object(value) as Dict];
  return (HELD[facts.slot] ?? []).every(
    (key) => now[key] === undefined || kindOf(now[key]) === kindOf(then[key]),
  );
}

/** Whether an outcome holds exactly one outcome that the event allows. */
export function isReadableOutcome(outcome: unknown, { facts }: Answered): boolean {
  if (kindOf(outcome) !== 'record') return false;
  if (facts === undefined) return true;
  const [only, ...others] = Object.entries(outcome as Dict);
  if (only === undefined || others.length > 0 || !facts.outcomes.includes(only[0])) return false;
  return SUPPLIED[only[0]]?.includes(kindOf(only[1])) ?? true;
}

function hasFields(said: Dict, fields: Fields): boolean {
  const needed = NEEDED[said['decision'] as string];
  if (needed !== undefined && !(needed in said)) return false;
  for (const key in said) {
    if (key === 'decision') continue;
    const [kind, value] = [fields[key], said[key]];
    if (kind === undefined) return false;
    if (kind === 'any' || (value === undefined && key !== needed)) continue;
    if (kindOf(value) !== kind || (kind === 'number' && !((value as number) >= 0))) return false;
  }
  return true;
}

function kindOf(value: unknown): Kind {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'record';
  return typeof value === 'string' || typeof value === 'number' ? (typeof value as Kind) : 'other';
}
