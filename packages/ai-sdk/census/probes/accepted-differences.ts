import type { ProbeSuite } from '@interpose/testing/probes';

type Accepted = NonNullable<ProbeSuite['accepted']>;

const always: Accepted = [
  {
    place: /\.streamed\.abortSignal(?: = undefined|: AbortSignal)$/,
    why: 'a hooked stream has an abort signal even if the caller gave none, so that the provider can be told when nobody reads any more',
  },
  {
    place: /\.streamedSignal(?: = undefined|: AbortSignal)$/,
    why: 'the tools of a hooked stream get its abort signal, which tells the provider when nobody reads any more',
  },
  {
    place: /\.chunksBefore = \d+$/,
    why: 'hooks are asked about a part and about a tool first, so one of the two may come a few microtasks earlier or later',
  },
  {
    place: /\.preliminary = \d+$/,
    why: 'if a hook may change the result of a tool that streams, its preliminary results are held back',
  },
  {
    place: /\.afterAbort/,
    why: 'a call that is aborted ends at once and asks no model and runs no tool from then on, also where the SDK goes on or has not noticed yet',
  },
  {
    place: /\.besideFailure/,
    why: 'if a hook may judge an answer, the text that is held back when the provider fails is dropped, and so is what the provider sends after its error',
  },
  {
    place: /\.isOwnModel/,
    why: 'prepareStep is shown the hooked model, so that what it asks passes the hooks as well',
  },
  {
    place: /\.shownLimits/,
    why: 'hooks keep the limits between chunks themselves, since they may hold an answer back, so onStart does not show these limits',
  },
];

const before7: Accepted = [
  {
    place: /\.tools\.\w+\.needsApproval = function$/,
    why: 'AI SDK 6 asks for approvals only through a property of the tool, so the tools that callbacks and results show have it',
  },
];

/** Where a hooked run differs from an unhooked one on this version of the SDK, and why it has to. */
export function acceptedOn(major: 6 | 7): Accepted {
  return major === 6 ? [...always, ...before7] : always;
}
