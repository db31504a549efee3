import type { ProbeSuite } from '@interpose/testing/probes';

type Accepted = NonNullable<ProbeSuite['accepted']>;

const always: Accepted = [
  {
    place: /\.streamed\.abortSignal(?: = undefined|: AbortSignal)$/,
    why: 'a streamed call has a signal where the caller gave none: by it the provider is told that nobody reads any more',
  },
  {
    place: /\.streamedSignal(?: = undefined|: AbortSignal)$/,
    why: 'the tools of a streamed call are given its signal, which it has so that the provider is told that nobody reads any more',
  },
  {
    place: /\.chunksBefore = \d+$/,
    why: 'a part and a tool pass their gates first, so one may be told of some microtasks before or after the other',
  },
  {
    place: /\.preliminary = \d+$/,
    why: 'preliminary results of a tool that streams stay back while a hook may change its result',
  },
];

const before7: Accepted = [
  {
    place: /\.tools\.\w+\.needsApproval = function$/,
    why: 'version 6 asks for approvals by a member of the tool alone, so the tools that callbacks and results show have it',
  },
];

/** Where a hooked run differs from an unhooked one on this version of the SDK, and why it has to. */
export function acceptedOn(major: 6 | 7): Accepted {
  return major === 6 ? [...always, ...before7] : always;
}
