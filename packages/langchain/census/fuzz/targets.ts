import type { FuzzTarget } from '@interpose/testing/fuzz';

import { kindsOf } from './kinds.ts';

/** The highest supported version, to be fuzzed. */
export const targets: readonly FuzzTarget[] = [
  { name: 'langchain', version: '1.5.14', kinds: kindsOf() },
];
