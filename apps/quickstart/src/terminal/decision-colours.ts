import type { Verb } from '@interpose/core';

/** The colours used on a terminal; `styleText` leaves them out elsewhere and under NO_COLOR. */
export type Colour = 'green' | 'red' | 'yellow' | 'cyan' | 'bold' | 'dim';

/** The colour of each thing a policy can say. */
export const decisionColours: Readonly<Record<Verb, Colour>> = {
  allow: 'green',
  deny: 'red',
  modify: 'yellow',
  respond: 'yellow',
  ask: 'cyan',
  retry: 'yellow',
};
