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
    why: 'if somebody listens to tool calls, the model is told of a call that LangChain cannot read; without hooks LangChain ends the run or guesses the call',
  },
  {
    program: ({ mode, turns }) =>
      mode === 'streamed' && turns.some(({ calls = [] }) => calls.length > 1),
    why: 'two tools that run at once can come in either order in a stream',
  },
];

/** The highest supported version. */
export const targets: readonly FuzzTarget[] = [targetOf('1.5.14')];
