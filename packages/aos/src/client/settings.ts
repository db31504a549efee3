import { InterposeError } from '@interpose/core/adapter';

import { aosEvents, type AosEvent } from '../events/codecs.ts';
import { reportQuietly } from '../wire/report-quietly.ts';
import type { GuardianOptions, Posture } from './guardian-options.ts';

/** The options with every default in place. */
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
  if (unknown !== undefined) throw invalid(`AOS 0.1 does not know the event ${unknown}`);
  const postures = typeof onFailure === 'string' ? [onFailure] : Object.values(onFailure);
  if (!postures.every((posture) => posture === 'deny' || posture === 'allow'))
    throw invalid(`onFailure is neither 'deny' nor 'allow'`);
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
        : { failures: circuit.failures ?? 5, resetMs: circuit.resetMs ?? 10_000 },
    allowRename: options.allowRename ?? false,
    repair: options.repair ?? true,
    agent: options.agent ?? {},
    report: reportQuietly(options.report ?? (() => undefined)),
    postureAt: (event) =>
      typeof onFailure === 'string' ? onFailure : (onFailure[event] ?? 'deny'),
  };
}

/** A timer that is told to run longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function readToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7E]+$/.test(token)) return token;
  throw invalid('token is empty or holds what a header cannot carry');
}

function readUrl(given: string | URL): URL {
  const url = URL.parse(String(given));
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw invalid(`url is not an http or https address`);
  if (url.username !== '' || url.password !== '')
    throw invalid('url holds a password; pass it as token');
  return url;
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw invalid(`${name} is ${String(value)}`);
}

function invalid(problem: string): InterposeError {
  return new InterposeError('invalid_option', problem, 'see GuardianOptions');
}
