import type { InterceptorName, Verb } from '@interpose/core';
import {
  bigInt,
  boolean,
  constant,
  constantFrom,
  double,
  oneof,
  string,
  type Arbitrary,
} from 'fast-check';

import { eventValues } from './event-values.ts';

const everyVerb: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];

/** Generates return values that a hook on this event must not return; each has to count as a deny. */
export function arbitraryMalformedReturn(event: InterceptorName): Arbitrary<unknown> {
  return oneof(
    constantFrom<unknown>(
      null,
      [],
      [{ decision: 'allow' }],
      () => ({ decision: 'allow' }),
      Symbol('allow'),
    ),
    boolean(),
    double(),
    bigInt(),
    string(),
    ...brokenVerdicts(),
    unknownKeys(event),
    twoKeys(event),
    badValue(event),
    wrongVerb(event),
  );
}

/** Generates objects that are not a verdict at any event. */
function brokenVerdicts(): Arbitrary<unknown>[] {
  return [
    constantFrom<unknown>(
      { decision: 'permit' },
      { decision: 'DENY', reason: 'no' },
      { decision: undefined },
      { decision: 'deny' },
      { decision: 'deny', reason: 7 },
      { decision: 'deny', reason: null },
      { decision: 'deny', reason: 'no', because: 'typo' },
      { decision: 'ask' },
      { decision: 'ask', reason: 'why', remember: 'always' },
      { decision: 'modify' },
      { decision: 'respond' },
      { decision: 'respond', outcome: null },
      { decision: 'allow', allowed: false },
    ),
    double({ max: -Number.MIN_VALUE, noNaN: true }).map((delayMs) => ({
      decision: 'retry',
      delayMs,
    })),
  ];
}

function unknownKeys(event: InterceptorName): Arbitrary<unknown> {
  const { slot, outcomes } = eventValues[event];
  const known = new Set([
    'decision',
    ...(slot === undefined ? [] : [slot[0]]),
    ...Object.keys(outcomes),
  ]);
  return string({ minLength: 1 })
    .filter((key) => !known.has(key) && key !== '__proto__')
    .map((key) => ({ [key]: true }));
}

function twoKeys(event: InterceptorName): Arbitrary<unknown> {
  const { slot, outcomes } = eventValues[event];
  const [first, second] = [...(slot === undefined ? [] : [slot]), ...Object.entries(outcomes)];
  if (first === undefined || second === undefined) return constant({ allow: true, deny: false });
  return first[1].chain((one) => second[1].map((two) => ({ [first[0]]: one, [second[0]]: two })));
}

/** Generates a valid key with an invalid value, for events whose slot has a shape. */
function badValue(event: InterceptorName): Arbitrary<unknown> {
  const { slot } = eventValues[event];
  const shapeless = slot === undefined || slot[0] === 'result';
  if (shapeless) return constant({ decision: 'respond', outcome: {} });
  return constantFrom(null, 7, undefined, true).map((value) => ({ [slot[0]]: value }));
}

/** Generates a well-formed verb that this event does not take: it is denied as `<verb>_unsupported`. */
function wrongVerb(event: InterceptorName): Arbitrary<unknown> {
  const { verbs } = eventValues[event];
  const wrong = everyVerb.filter((verb) => !verbs.includes(verb));
  if (wrong.length === 0) return constant(null);
  return constantFrom(...wrong).map((verb) => wellFormed[verb]);
}

const wellFormed: Readonly<Record<Verb, unknown>> = {
  allow: { decision: 'allow' },
  deny: { decision: 'deny', reason: 'no' },
  modify: { decision: 'modify', value: 'x' },
  respond: { decision: 'respond', outcome: { result: 1 } },
  ask: { decision: 'ask', reason: 'why' },
  retry: { decision: 'retry' },
};
