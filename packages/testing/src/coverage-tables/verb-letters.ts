import type { Verb } from '@interpose/core';

/** The letter of each verb in a table's cell. */
export const VERB_LETTERS: Readonly<Record<Verb, string>> = {
  allow: '',
  deny: 'D',
  modify: 'M',
  respond: 'R',
  ask: 'A',
  retry: 'T',
};
