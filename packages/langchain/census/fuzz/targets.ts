import type { FuzzTarget } from '@interpose/testing/fuzz';

import { kindsOf } from './kinds.ts';

/** This version, to be fuzzed. */
export function targetOf(version: string): FuzzTarget {
  return { name: 'langchain', version, kinds: kindsOf(), accepted };
}

const accepted: NonNullable<FuzzTarget['accepted']> = [
  {
    program: ({ policy, tools, turns }) =>
      policy !== 'empty' && tools.length > 0 && turns.some(({ kind }) => kind === 'malformed call'),
    why: 'where somebody hears of calls, the model is told of one that LangChain cannot read, which ends the run or is guessed at without hooks',
  },
  {
    program: ({ mode, turns }) =>
      mode === 'streamed' && turns.some(({ calls = [] }) => calls.length > 1),
    why: 'which of two tools that run at once comes first in a stream is a matter of time',
  },
];

/** The highest supported version. */
export const targets: readonly FuzzTarget[] = [targetOf('1.5.14')];
