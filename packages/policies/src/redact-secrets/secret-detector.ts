import { InterposeError } from '@interpose/core';

import type { Detector, Span } from '../shared/redaction/redactor/detector.ts';
import { findAssignments } from './find-assignments.ts';
import { findHeaders } from './find-headers.ts';
import { findMarked } from './find-marked.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findTokens } from './find-tokens.ts';
import { findUrlPasswords } from './find-url-passwords.ts';
import { secretPendingFrom } from './secret-pending.ts';
import { secretTypes, type SecretType } from './secret-types.ts';

const searches: readonly ((text: string) => readonly Span[])[] = [
  findPrivateKeys,
  findTokens,
  findMarked,
  findUrlPasswords,
  findHeaders,
  findAssignments,
];
const NONE: readonly Span[] = [];
/** Every secret, with its name, is longer than this. */
const SHORTEST = 12;

/**
 * Finds secrets by the shapes that issuers publish, by their names, and by their randomness, in linear time. When two
 * overlap, the more specific one counts.
 *
 * @throws InterposeError `invalid_option` for a type that nobody knows, or none.
 * @example
 * secretDetector(['JWT']).find('no secret here'); // []
 */
export function secretDetector(types: readonly SecretType[] = secretTypes): Detector {
  const wanted: ReadonlySet<string> = new Set(types);
  // A place, since what is odd may be undefined.
  const odd = types.findIndex((type) => !secretTypes.includes(type));
  if (odd >= 0 || types.length === 0) {
    throw new InterposeError(
      'invalid_option',
      `the types of secrets hold ${odd < 0 ? 'nothing' : JSON.stringify(types[odd])}`,
      `use some of ${secretTypes.join(', ')}`,
    );
  }
  return {
    types,
    find(text) {
      if (text.length < SHORTEST) return NONE;
      let spans = NONE;
      for (const search of searches) spans = withFree(spans, search(text));
      return spans.filter(({ type }) => wanted.has(type));
    },
    pendingFrom: secretPendingFrom,
  };
}

/** Merges the taken spans with those that overlap none of them. Both lists and the result are in order. */
function withFree(taken: readonly Span[], found: readonly Span[]): readonly Span[] {
  if (found.length === 0) return taken;
  const result: Span[] = [];
  let next = 0;
  for (const span of found) {
    while (next < taken.length && taken[next]!.end <= span.start) result.push(taken[next++]!);
    const isFree = next === taken.length || span.end <= taken[next]!.start;
    if (isFree && (result.at(-1)?.end ?? 0) <= span.start) result.push(span);
  }
  return [...result, ...taken.slice(next)];
}
