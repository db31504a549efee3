import type { ListedDifference } from '../src/parity/compare/listed-difference.ts';

const outOfCalls = 'the fake host fails where it runs out of model calls';

/** What the fake host does in another way than the SDKs. */
export const fakeDifferences: readonly ListedDifference[] = [
  {
    framework: 'fake-host',
    event: 'onInventoryChange',
    reason: 'the fake host names no model',
    matches: ({ own, others }) =>
      own === undefined && others?.about.startsWith('added model ') === true,
  },
  {
    framework: 'fake-host',
    event: 'onChatError',
    reason: outOfCalls,
    matches: ({ others }) => others === undefined,
  },
  {
    framework: 'fake-host',
    event: 'onChatDone',
    reason: outOfCalls,
    matches: ({ own, others }) => own === undefined && others?.about === 'completed',
  },
];
