import type { WireTarget } from '@interpose/testing/fuzz';

import { deskKinds } from './desk-kinds.ts';
import { methodKinds } from './method-kinds.ts';

const accepted: NonNullable<WireTarget['accepted']> = [
  {
    program: ({ steps }) => steps.some(({ abandoned }) => abandoned === true),
    why: 'what is given up while it is held goes nowhere; without hooks it has left already',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'stream and read again'),
    why: 'whether a task is over when it is read again is a matter of time, and its id, which errors tell, of chance',
  },
  {
    program: ({ steps }) => steps.some(({ together }) => together === true),
    why: 'which of two requests that leave at once has which id is a matter of time, and errors tell it',
  },
];

/** This version, to be fuzzed. */
export function targetOf(version: string): WireTarget {
  return { name: 'a2a', version, wires: [...methodKinds, ...deskKinds], accepted };
}

/** The highest supported version. */
export const targets: readonly WireTarget[] = [targetOf('1.3.0')];
