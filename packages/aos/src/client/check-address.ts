import { InterposeError } from '@interpose/core';

/** The longest delay of a timer. A timer with a longer delay fires at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** Checks that a header can carry the token. */
export function readToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7E]+$/.test(token)) return token;
  throw invalid(
    'token is empty or holds what a header cannot carry',
    'set the variable that it comes from, and check it for spaces and line ends',
  );
}

/** Checks the address of a guardian. */
export function readUrl(given: string | URL | undefined): URL {
  const url = URL.parse(String(given));
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw invalid(
      `url is ${given === undefined ? 'undefined' : 'not an http or https address'}`,
      'pass one such as https://guardian.example, and set the variable that it comes from',
    );
  if (url.username !== '' || url.password !== '')
    throw invalid('url holds a user or a password', 'take them out, and pass a token');
  return url;
}

/** Checks that a number is above zero. */
export function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw invalid(`${name} is ${String(value)}`);
}

/** Checks that a number is whole and above zero. */
export function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw invalid(`${name} is ${String(value)}, and no whole number from 1`);
}

/** Makes the error for an invalid option. */
export function invalid(problem: string, remedy: string = 'see GuardianOptions'): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
