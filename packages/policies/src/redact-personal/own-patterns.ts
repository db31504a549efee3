import { checkOptions, InterposeError } from '@interpose/core';

import type { Detector } from '../shared/redaction/redactor/detector.ts';
import { worstSteps } from './worst-steps.ts';

/**
 * A pattern of the app.
 *
 * @example
 * const ticket: OwnPattern = { type: 'TICKET', pattern: /\bT-\d{6}\b/g, longest: 8 };
 */
export interface OwnPattern {
  /** The type in upper case with underscores, for example `TICKET`; the token is `<TICKET_1>`. */
  readonly type: string;
  /** A global RegExp with bounded repetitions, or an RE2 object, which always takes linear time. */
  readonly pattern: RegExp | LinearPattern;
  /** The longest match in characters; streams hold back at most as many. Default: 64. */
  readonly longest?: number;
}

/**
 * The part of RegExp that RE2 has too.
 *
 * @example
 * const linear: LinearPattern = new RE2('T-\\d+', 'g');
 */
export interface LinearPattern {
  [Symbol.matchAll](text: string): Iterable<RegExpMatchArray>;
}

/** The most ways through a pattern from one place; with more, a malicious text could stop the process. */
const MOST_STEPS = 5000;

/**
 * A detector for patterns of the app.
 *
 * @throws InterposeError `invalid_option` for a pattern that is not global, or that could take more than linear time.
 * @example
 * ownPatterns([{ type: 'TICKET', pattern: /\bT-\d{6}\b/g }]).find('T-123456'); // [{ start: 0, end: 8, type: 'TICKET' }]
 */
export function ownPatterns(patterns: readonly OwnPattern[]): Detector {
  for (const own of patterns) checkOptions('a pattern of redactPersonal', own ?? null, PATTERN);
  for (const { type, pattern } of patterns) if (pattern instanceof RegExp) check(type, pattern);
  const longest = Math.max(0, ...patterns.map((own) => own.longest ?? 64));
  return {
    types: patterns.map(({ type }) => type),
    find: (text) =>
      patterns
        .flatMap(({ type, pattern }) =>
          Array.from(pattern[Symbol.matchAll](text), ({ index = 0, 0: found }) => ({
            start: index,
            end: index + found.length,
            type,
          })),
        )
        .toSorted((a, b) => a.start - b.start),
    // It is unknown how a match begins, so as many characters as a match may have are held back.
    pendingFrom: (text) => Math.max(0, text.length - longest),
  };
}

const PATTERN = { type: 'string', pattern: 'any', longest: 'whole number' } as const;

function check(type: string, pattern: RegExp): void {
  if (!pattern.global)
    throw new InterposeError(
      'invalid_option',
      `the pattern of ${type} is not global`,
      'add the flag g',
    );
  const steps = worstSteps(pattern);
  if (steps > MOST_STEPS)
    throw new InterposeError(
      'invalid_option',
      `the pattern of ${type} could take ${steps === Infinity ? 'without bound' : steps} steps at one place of a text`,
      'bound its repetitions, as in \\d{1,20}, nest none that vary, or give an RE2 object',
    );
}
