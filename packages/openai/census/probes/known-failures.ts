import type { KnownFailure } from '@interpose/testing/probes';

/** What the probes found and nobody has mended yet, a line each: whoever mends one removes its line. */
export const knownFailures: readonly KnownFailure[] = [
  {
    mode: '',
    probe: 'responses.stream',
    kind: 'difference',
    found: '.raw: Array(10)',
    why: 'under hooks or observers the stream has one event more than the service sent',
  },
  {
    mode: '',
    probe: 'chat.completions.runTools, streamed',
    kind: 'difference',
    found: '.chunks: Array(4)',
    why: 'under hooks or observers the stream has two chunks more than the service sent',
  },
];
