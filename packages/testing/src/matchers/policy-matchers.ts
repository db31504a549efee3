import { isDeepStrictEqual } from 'node:util';

import type { Trial } from '../try-policy/index.ts';
import { describeTrial } from './describe-trial.ts';

/** The expected fields of a deny; absent fields may have any value. */
export interface ExpectedDenial {
  readonly reason?: string | RegExp;
  readonly code?: string;
  readonly message?: string | RegExp;
}

/** Assertions on the result of `tryPolicy`. */
export interface PolicyMatchers<R = void> {
  /** Expects that the policy did not interfere and changed nothing. */
  toAllow(): R;
  /** Expects a deny; a text or RegExp is matched against the reason. */
  toDeny(expected?: string | RegExp | ExpectedDenial): R;
  /** Expects that it changed the slot, to this value if one is given. */
  toModify(value?: unknown): R;
  /** Expects that it supplied an outcome, this one if one is given: `{ result: 42 }`. */
  toRespond(outcome?: Readonly<Record<string, unknown>>): R;
  /** Expects that it asked an approver, with this reason if one is given. */
  toAsk(reason?: string | RegExp): R;
  /** Expects that it asked to run the step again. */
  toRetry(): R;
}

interface Finding {
  readonly pass: boolean;
  readonly message: () => string;
}

type PolicyMatcherFunctions = {
  readonly [K in keyof PolicyMatchers]: (received: unknown, ...expected: unknown[]) => Finding;
};

/**
 * Vitest matchers for the result of `tryPolicy`.
 *
 * @example
 * expect.extend(policyMatchers);
 * expect(await tryPolicy(noShell, 'preToolCall', { call })).toDeny({ code: 'no_shell' });
 */
export const policyMatchers: PolicyMatcherFunctions = {
  toAllow: (received) => find(received, 'to allow', ({ said }) => said === 'allow'),
  toDeny: (received, expected) =>
    find(received, `to deny${wanted(expected)}`, ({ said, verdict }) => {
      if (said !== 'deny' || verdict.decision !== 'deny') return false;
      const { reason, code, message } = expectedDenial(expected);
      return (
        matches(verdict.reason, reason) &&
        matches(verdict.code, code) &&
        matches(verdict.message, message)
      );
    }),
  toModify: (received, ...expected) =>
    find(
      received,
      `to modify${wanted(expected[0])}`,
      ({ said, value }) => said === 'modify' && equals(value, expected),
    ),
  toRespond: (received, ...expected) =>
    find(
      received,
      `to respond${wanted(expected[0])}`,
      ({ said, outcome }) => said === 'respond' && equals(outcome, expected),
    ),
  toAsk: (received, reason) =>
    find(
      received,
      `to ask${wanted(reason)}`,
      ({ said, asks }) =>
        said === 'ask' &&
        (reason === undefined || asks.some((request) => matches(request.reason, reason))),
    ),
  toRetry: (received) => find(received, 'to retry', ({ said }) => said === 'retry'),
};

function find(received: unknown, wish: string, holds: (trial: Trial) => boolean): Finding {
  if (!isTrial(received)) {
    return {
      pass: false,
      message: () =>
        `expected the trial that tryPolicy returns ${wish}, but got ${String(received)}; await tryPolicy first`,
    };
  }
  const pass = holds(received);
  return {
    pass,
    message: () => `expected the policy ${pass ? 'not ' : ''}${wish}\n\n${describeTrial(received)}`,
  };
}

function isTrial(received: unknown): received is Trial {
  return (
    typeof received === 'object' && received !== null && 'said' in received && 'verdict' in received
  );
}

function expectedDenial(expected: unknown): ExpectedDenial {
  if (typeof expected === 'string' || expected instanceof RegExp) return { reason: expected };
  return expected ?? {};
}

function matches(actual: string | undefined, expected: unknown): boolean {
  if (expected === undefined) return true;
  return expected instanceof RegExp ? expected.test(actual ?? '') : actual === expected;
}

/** Whether the value is as expected. Without an argument any value fits; an explicit `undefined` is an expectation. */
function equals(actual: unknown, expected: readonly unknown[]): boolean {
  return expected.length === 0 || isDeepStrictEqual(actual, expected[0]);
}

function wanted(expected: unknown): string {
  if (expected === undefined) return '';
  return expected instanceof RegExp ? ` ${String(expected)}` : ` ${JSON.stringify(expected)}`;
}
