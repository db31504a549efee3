import type { Findings } from './scenario.ts';

/** What every runtime finds; the digest pins the canonical form that approvals are bound to. */
export const expectedFindings: Findings = {
  calls: {
    search: 'search ran with cheap',
    exec: 'denied: Blocked by guard: no shell',
    clock: 'noon',
    slow: 'denied: Blocked by guard: thought about it',
    hung: 'hook_timeout: Blocked by guard: A policy hook took too long.',
    refund: 'refund ran with dear',
  },
  approval: {
    value: { id: 'call-refund', name: 'refund', args: { query: 'dear' } },
    digest: '6f7e0cfaea33a35f38ae1da7a7fee6b3dd4b088e77400e709ee6c68b6898d33a',
  },
  streamed: 'the key is ***, keep it',
  ambient: 'ambient',
  assignment: 'readonly_context',
  endings: ['chat completed', 'session explicit', 'session scope'],
};

/** The same where there is no AsyncLocalStorage: nothing is ambient, and asking for it says so. */
export const expectedWithoutAmbient: Findings = {
  ...expectedFindings,
  ambient: 'ambient_unavailable',
  endings: ['chat completed', 'session explicit'],
};
