import type { FuzzProgram, KnownBreach } from '@interpose/testing/fuzz';

const alone = { mode: 'plain', wraps: [], options: [], tools: [], chats: 1 } as const;
const streaming: FuzzProgram = {
  ...alone,
  kind: 'module',
  mode: 'streamed',
  tools: [{ kind: 'generator' }],
  turns: [{ kind: 'answer', calls: [0] }],
  policy: 'silent',
};

/** What the fuzzer found and nobody has mended yet: whoever mends one removes it. */
export const knownBreaches: readonly KnownBreach[] = [
  {
    invariant: 'transparent',
    found: '.chunks: Array(',
    why: 'preliminary results of a streaming tool stay back, as the README says',
    program: streaming,
  },
  {
    invariant: 'withheld',
    found: 'PROMPT reached the model',
    why: 'where a hooked model is wrapped and hooked again, a message is asked about twice, and a verdict of the second time comes too late',
    program: {
      ...alone,
      kind: 'model',
      wraps: ['hook the model', 'wrap the model'],
      turns: [],
      policy: [
        { event: 'onResponse', verdict: 'retry' },
        { event: 'onUserMessage', verdict: 'malformed', at: 1 },
      ],
      chats: 2,
    },
  },
];
