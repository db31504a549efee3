import type { FuzzProgram, KnownBreach } from '@interpose/testing/fuzz';

const failing: FuzzProgram = {
  kind: 'runTools',
  mode: 'plain',
  wraps: [],
  options: [],
  tools: [{ kind: 'throws' }],
  turns: [{ kind: 'answer', calls: [0] }],
  policy: 'silent',
  chats: 1,
};

/** What the fuzzer found and nobody has mended yet: whoever mends one removes it. */
export const knownBreaches: readonly KnownBreach[] = [
  {
    invariant: 'transparent',
    found: 'content: OpenAIError but hooked',
    kind: 'runTools',
    why: 'a tool that throws ends the unhooked loop with its error, and the hooked one goes on with a result that tells of it',
    program: failing,
  },
  {
    invariant: 'transparent',
    found: 'chunks: Array(',
    kind: 'runTools',
    why: 'the same where the loop streams',
    program: { ...failing, mode: 'streamed' },
  },
];
