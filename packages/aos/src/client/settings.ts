import { checkOptions } from '@interpose/core';

import { aosEvents, type AosEvent } from '../events/codecs.ts';
import { reportQuietly } from '../wire/report-quietly.ts';
import { invalid, LONGEST_TIMER_MS, positive, readToken, readUrl, whole } from './check-address.ts';
import type { GuardianOptions, Posture } from './guardian-options.ts';

/** The options with all defaults. */
export interface Settings extends Required<
  Omit<GuardianOptions, 'url' | 'token' | 'circuit' | 'onFailure'>
> {
  readonly url: URL;
  readonly token: string | undefined;
  readonly circuit: { readonly failures: number; readonly resetMs: number } | undefined;
  postureAt(event: AosEvent): Posture;
}

/** @throws InterposeError `invalid_option`, naming the option. */
export function readGuardianOptions(options: GuardianOptions): Settings {
  const { onFailure = 'deny', circuit = {}, events = aosEvents } = options;
  const unknown = events.find((event) => !aosEvents.includes(event));
  if (unknown !== undefined || events.length < 1) throw invalid(`events has ${unknown ?? 'none'}`);
  checkOptions('the circuit of guardian', circuit === false ? undefined : circuit, [
    'failures',
    'resetMs',
  ]);
  const isOne = typeof onFailure === 'string';
  checkOptions(
    'guardian',
    isOne ? { onFailure } : onFailure,
    Object.fromEntries(
      (isOne ? ['onFailure'] : aosEvents).map((each) => [each, ['deny', 'allow']]),
    ),
  );
  return {
    url: readUrl(options.url),
    token: readToken(options.token),
    name: options.name ?? 'guardian',
    events,
    timeoutMs: Math.min(positive('timeoutMs', options.timeoutMs ?? 5000), LONGEST_TIMER_MS),
    retries: options.retries ?? 2,
    maxAnswerBytes: positive('maxAnswerBytes', options.maxAnswerBytes ?? 1_048_576),
    pendingTimeoutMs: positive('pendingTimeoutMs', options.pendingTimeoutMs ?? 300_000),
    circuit:
      circuit === false
        ? undefined
        : {
            failures: whole('circuit.failures', circuit.failures ?? 5),
            resetMs: positive('circuit.resetMs', circuit.resetMs ?? 10_000),
          },
    allowRename: options.allowRename ?? false,
    repair: options.repair ?? true,
    agent: options.agent ?? {},
    report: reportQuietly(options.report),
    postureAt: (event) => (isOne ? onFailure : (onFailure[event] ?? 'deny')),
  };
}
