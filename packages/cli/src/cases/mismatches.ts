import { isDeepStrictEqual } from 'node:util';

import type { DecisionRecord } from '@interpose/core';

import type { Expectation } from './policy-case.ts';

/** The decision about a step. */
interface SaidOfCase {
  readonly decision: string;
  readonly record: DecisionRecord | undefined;
  readonly value: unknown;
}

/** Returns how the decision differs from what a case expects, one sentence for each difference. */
export function mismatches(expected: Expectation, said: SaidOfCase): readonly string[] {
  const { decision, record, value } = said;
  const { codes = [], by = [], reason = '' } = record ?? {};
  const policies = by.map((name) => name.split('/')[0] ?? name);
  const why = reason === '' ? '' : `: ${reason}`;
  return [
    ...(expected.decision === undefined || expected.decision === decision
      ? []
      : [`said ${decision} instead of ${expected.decision}${why}`]),
    ...(expected.code === undefined || codes.includes(expected.code)
      ? []
      : [`has ${codes.join(', ') || 'no code'} instead of ${expected.code}`]),
    ...(expected.by === undefined || policies.includes(expected.by)
      ? []
      : [`was said by ${policies.join(', ') || 'nobody'} instead of ${expected.by}`]),
    ...(expected.reason === undefined || reason.includes(expected.reason)
      ? []
      : [`gives the reason "${reason}", which does not contain "${expected.reason}"`]),
    ...(expected.value === undefined || fits(value, expected.value)
      ? []
      : [`leaves ${JSON.stringify(value)} instead of ${JSON.stringify(expected.value)}`]),
  ];
}

/** Whether a value is as expected. Of an object, only the expected keys are compared. */
function fits(value: unknown, expected: unknown): boolean {
  const isPart = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
  if (!isPart) return isDeepStrictEqual(value, expected);
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Readonly<Record<string, unknown>>;
  return Object.entries(expected).every(([key, inner]) => fits(found[key], inner));
}
