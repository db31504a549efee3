/** One section of the page: what its tests prove, and where they are; a folder stands for every test in it. */
export interface ReliabilitySection {
  readonly title: string;
  readonly says: string;
  readonly tests: readonly string[];
}

/** The sections of `docs/reliability.md`, in order. */
export const reliabilitySections: readonly ReliabilitySection[] = [
  {
    title: 'Load that is held',
    says: 'Several processes share one store and never exceed what it counts.',
    tests: ['packages/policies/test/stores/several-processes.e2e.test.ts'],
  },
  {
    title: 'Faults that are survived',
    says: 'Proxies that hang, refuse and cut stand between a store and its users; servers restart without their data; clocks jump; workers spin and die.',
    tests: [
      'packages/policies/test/stores/policies-under-faults.test.ts',
      'packages/policies/test/stores/cut-connections.test.ts',
      'packages/policies/test/stores/lost-state.test.ts',
      'packages/policies/test/stores/host-clock.test.ts',
      'packages/core/src/approvals/failing-store.test.ts',
      'packages/aos/test/workers',
      'packages/aos/test/guardian-outage.test.ts',
      'packages/aos/test/failures.test.ts',
    ],
  },
  {
    title: 'Bad input that was tried',
    says: 'Texts made to take long, requests that no guardian should read, answers that no agent should believe.',
    tests: [
      'packages/policies/test/complexity',
      'packages/policies/src/guard-sql/complexity.test.ts',
      'packages/policies/src/redact-personal/linear-time.test.ts',
      'packages/policies/src/redact-secrets/linear-time.test.ts',
      'packages/aos/test/serve-refusals.test.ts',
      'packages/aos/test/no-way-past.test.ts',
      'packages/aos/src/wire/has-repeated-key.test.ts',
    ],
  },
];

/** What holds only so far, in the words of the page; each has its own page or test. */
export const reliabilityLimits: readonly string[] = [
  'A decision holds its thread for 50 ms at most; what takes longer to read is denied with `too_complex`. The page of each policy says from which length on.',
  'A policy of your own may hold its thread for as long as it likes in the agent itself; only a guardian with workers stops it.',
  'With `serveInWorkers`, what a policy keeps in its own memory each worker keeps for itself: limits over sessions need a shared store.',
  'While a store cannot be reached, policies that count in it deny; nothing is counted twice, and a limit is never exceeded, but calls are refused that it would have let pass.',
  'A Redis that lost its data denies with `state_lost` until somebody acknowledges it.',
  'A stream that nobody reads and nobody stops is held until the process ends: its chat has no ending, and the heap grows by it.',
  'Faults are made between this machine and servers on this machine; a network of several hosts is not tried.',
];
