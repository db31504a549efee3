import type { FuzzProgram, KnownBreach } from '@interpose/testing/fuzz';

const alone = { mode: 'plain', wraps: [], options: [], chats: 1 } as const;
const failing: FuzzProgram = {
  ...alone,
  kind: 'agent',
  tools: [{ kind: 'throws' }],
  turns: [{ kind: 'answer', calls: [0] }],
  policy: [{ event: 'onToolCallError', verdict: 'deny' }],
};

/** What the fuzzer found and nobody has mended yet: whoever mends one removes it. */
export const knownBreaches: readonly KnownBreach[] = [
  {
    invariant: 'withheld',
    found: 'state._currentAgentSpan.error',
    version: '0.11',
    why: "the span of the agent in a result's state keeps the error of a tool that a hook withheld",
    program: failing,
  },
  {
    invariant: 'transparent',
    found: 'finalOutput = "undefined"',
    why: 'a tool that returns nothing and ends the run gives an empty answer instead of the word undefined',
    program: {
      ...alone,
      kind: 'runner',
      options: ['stop on first tool'],
      tools: [{ kind: 'odd' }],
      turns: [{ kind: 'answer', calls: [0] }],
      policy: 'silent',
      chats: 2,
    },
  },
];
