import type { KnownFailure } from '@interpose/testing/probes';

/** What the probes found and nobody has mended yet, a line each: whoever mends one removes its line. */
export const knownFailures: readonly KnownFailure[] = [
  {
    mode: '',
    probe: 'streamText',
    kind: 'difference',
    found: 'needsApproval',
    why: 'the tools in the result are copies with a needsApproval added',
  },
  {
    mode: '',
    probe: 'ToolLoopAgent.stream',
    kind: 'difference',
    found: 'result.t',
    why: 'the result is another object: its tools are copies, its private members show',
  },
  {
    mode: '',
    probe: 'callbacks',
    kind: 'difference',
    found: 'needsApproval',
    why: 'the tools in onStart are copies with a needsApproval added',
  },
  {
    mode: '',
    probe: 'callbacks',
    version: '6',
    kind: 'difference',
    found: 'onStepEnd',
    why: 'version 6 does not know onStepEnd, and a hooked call calls it',
  },
  {
    mode: '',
    probe: 'experimental_transform',
    version: '6',
    kind: 'difference',
    found: '"transform"',
    why: 'a chunk passes before the tool runs instead of after it',
  },
];
