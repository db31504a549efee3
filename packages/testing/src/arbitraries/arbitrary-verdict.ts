import type { AnyVerdict, InterceptorName, Verb } from '@interpose/core';
import {
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { eventValues } from './event-values.ts';

/** Generates any verdict object that a hook on this event may return, limited to these verbs if given. */
export function arbitraryVerdict(
  event: InterceptorName,
  verbs?: readonly Verb[],
): Arbitrary<AnyVerdict> {
  const allowed = eventValues[event].verbs.filter((verb) => verbs?.includes(verb) ?? true);
  return oneof(...allowed.map((verb) => verdict(event, verb)));
}

/**
 * Generates anything that a hook on this event may return: nothing, a verdict, or a keyed form.
 *
 * @example
 * fc.property(arbitraryReturn('preToolCall'), (returned) => { hooks.addHook('preToolCall', () => returned as undefined); });
 */
export function arbitraryReturn(event: InterceptorName): Arbitrary<unknown> {
  const { slot, outcomes } = eventValues[event];
  const keyed = Object.entries(outcomes).map(([key, value]) =>
    value.map((given) => ({ [key]: given })),
  );
  if (slot !== undefined) keyed.push(slot[1].map((value) => ({ [slot[0]]: value })));
  return oneof(constant(undefined), constant({}), arbitraryVerdict(event), ...keyed);
}

function verdict(event: InterceptorName, verb: Verb): Arbitrary<AnyVerdict> {
  const { slot, outcomes } = eventValues[event];
  switch (verb) {
    case 'allow':
      return constant({ decision: 'allow' });
    case 'deny':
      return record(
        {
          decision: constant('deny' as const),
          reason: string(),
          code: string(),
          message: string(),
          data: dictionary(string(), jsonValue(), { maxKeys: 2, noNullPrototype: true }),
        },
        { requiredKeys: ['decision', 'reason'] },
      );
    case 'modify':
      return record({ decision: constant('modify' as const), value: slot?.[1] ?? jsonValue() });
    case 'respond':
      return record({
        decision: constant('respond' as const),
        outcome: oneof(...keyedBy(outcomes)),
      });
    case 'ask':
      return record(
        {
          decision: constant('ask' as const),
          reason: string(),
          timeoutMs: nat(1000),
          remember: constantFrom('never', 'chat', 'session'),
        },
        { requiredKeys: ['decision', 'reason'] },
      );
    case 'retry':
      return record(
        { decision: constant('retry' as const), delayMs: nat(5) },
        { requiredKeys: ['decision'] },
      );
  }
}

function keyedBy(
  outcomes: Readonly<Record<string, Arbitrary<unknown>>>,
): Arbitrary<Record<string, unknown>>[] {
  return Object.entries(outcomes).map(([key, value]) => value.map((given) => ({ [key]: given })));
}
