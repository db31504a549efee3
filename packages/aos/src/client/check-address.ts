import { InterposeError } from '@interpose/core';

/** A timer that is told to run longer fires at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** What a header can carry. */
export function readToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7E]+$/.test(token)) return token;
  throw invalid('token is empty or holds what a header cannot carry');
}

/** Where a guardian is asked. */
export function readUrl(given: string | URL): URL {
  const url = URL.parse(String(given));
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw invalid(`url is not an http or https address`);
  if (url.username !== '' || url.password !== '')
    throw invalid('url holds a password; pass it as token');
  return url;
}

/** A number above zero. */
export function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw invalid(`${name} is ${String(value)}`);
}

/** The error of an option that cannot be used. */
export function invalid(problem: string, options: string = 'GuardianOptions'): InterposeError {
  return new InterposeError('invalid_option', problem, `see ${options}`);
}
