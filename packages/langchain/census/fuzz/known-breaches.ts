import type { FuzzProgram, KnownBreach } from '@interpose/testing/fuzz';

const streamed: FuzzProgram = {
  kind: 'model',
  mode: 'streamed',
  wraps: [],
  options: [],
  tools: [],
  turns: [],
  policy: 'silent',
  chats: 1,
};

/** What the fuzzer found and nobody has mended yet: whoever mends one removes it. */
export const knownBreaches: readonly KnownBreach[] = [
  {
    invariant: 'transparent',
    found: 'Array(',
    why: 'a hooked stream has other pieces, and calls that LangChain cannot read are answered by their tool node',
    program: streamed,
  },
  {
    invariant: 'transparent',
    found: 'lc_kwargs',
    why: 'the pieces of a hooked stream hold other fields',
    program: streamed,
  },
  {
    invariant: 'transparent',
    found: 'but hooked .reached.0.thrown: Error',
    why: 'a call that LangChain cannot read ends the unhooked run; the hooked one tells the model, and asks it again',
    program: {
      ...streamed,
      kind: 'factory',
      mode: 'plain',
      tools: [{ kind: 'sync' }],
      turns: [{ kind: 'malformed call', calls: [0] }, { kind: 'failure' }],
    },
  },
  {
    invariant: 'endings',
    found: 'started 1 times and ended 0 times',
    kind: 'createReactAgent',
    why: 'where a reader stops just before a tool is asked about, the chat has not ended 200 milliseconds later',
    program: {
      ...streamed,
      kind: 'createReactAgent',
      options: ['whole model'],
      tools: [{ kind: 'sync' }],
      turns: [{ kind: 'answer', calls: [0] }],
      policy: [{ event: 'preToolCall', verdict: 'nothing', late: true }],
      chats: 2,
      stop: { by: 'break', after: 4 },
    },
  },
];
