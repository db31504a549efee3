import type { WireTarget } from '@interpose/testing/fuzz';

import { deskKinds } from './desk-kinds.ts';
import { methodKinds } from './method-kinds.ts';

const accepted: NonNullable<WireTarget['accepted']> = [
  {
    program: ({ steps }) => steps.some(({ abandoned }) => abandoned === true),
    why: 'a request that is cancelled while hooks hold it is never sent; without hooks it has already been sent',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'stream and read again'),
    why: 'whether a task is finished when it is read again depends on timing; its id is random, and errors show it',
  },
  {
    program: ({ steps }) => steps.some(({ together }) => together === true),
    why: 'two requests that are sent at once can get their ids in either order, and errors show the id',
  },
];

/** This version, to be fuzzed. */
export function targetOf(version: string): WireTarget {
  return { name: 'a2a', version, wires: [...methodKinds, ...deskKinds], accepted };
}

/** The highest supported version. */
export const targets: readonly WireTarget[] = [targetOf('1.3.0')];
