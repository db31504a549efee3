/** One section of the page: what its tests prove, and their files; a folder stands for every test in it. */
export interface ReliabilitySection {
  readonly title: string;
  readonly says: string;
  readonly tests: readonly string[];
}

/** The sections of `docs/reliability.md`, in order. */
export const reliabilitySections: readonly ReliabilitySection[] = [
  {
    title: 'Under load',
    says: 'Several processes share one store and never exceed the limits that are counted in it. A session costs the same however full the store is.',
    tests: [
      'packages/policies/test/stores/several-processes.e2e.test.ts',
      'packages/policies/test/stores/full-store.test.ts',
    ],
  },
  {
    title: 'Memory, and what is left open',
    says: 'Memory does not grow, and nothing stays open: every adapter runs for a long time on stores that fail (`pnpm soak`), streams are broken off, aborted or never read, and a long run keeps no more in memory than the SDK alone.',
    tests: [
      'apps/soak/src/soak.e2e.test.ts',
      'apps/soak/src/heap-trend.test.ts',
      'apps/soak/src/unread-streams.test.ts',
      'apps/bench/src/sdk/long-runs/long-runs.test.ts',
      'packages/core/src/cycles/stream/left-stream.test.ts',
      'packages/core/src/chat/close-chats.test.ts',
      'packages/core/src/sessions/session-keys.test.ts',
      'packages/core/src/sessions/idle-sessions.test.ts',
    ],
  },
  {
    title: 'When something fails',
    says: 'The tests put a proxy before a store that hangs, refuses or cuts connections; they restart servers without their data, cut the network to another host, change the clock, let workers run endlessly or end, and load policies while others are still loading.',
    tests: [
      'packages/policies/test/stores/policies-under-faults.test.ts',
      'packages/policies/test/stores/cut-connections.test.ts',
      'packages/policies/test/stores/second-host.test.ts',
      'packages/policies/test/stores/lost-state.test.ts',
      'packages/policies/test/stores/evicting-redis.test.ts',
      'packages/policies/src/track-taint/lost-labels.test.ts',
      'packages/policies/test/stores/host-clock.test.ts',
      'packages/core/src/sessions/clean-ups.test.ts',
      'packages/core/src/approvals/failing-store.test.ts',
      'packages/aos/test/workers',
      'apps/guardian/src/workers',
      'apps/guardian/src/storage/database-faults.e2e.test.ts',
      'apps/guardian/src/storage/no-room.e2e.test.ts',
      'packages/aos/test/guardian-outage.test.ts',
      'packages/aos/test/second-host.test.ts',
      'packages/aos/test/failures.test.ts',
      'apps/guardian/src/policies/policy-host.test.ts',
    ],
  },
  {
    title: 'Streams that break off and are resumed',
    says: 'A proxy cuts, repeats and reorders the streams of MCP and A2A. What was denied does not come back, hooks are asked about nothing twice, and nothing is lost.',
    tests: [
      'packages/mcp/src/resumption.test.ts',
      'packages/mcp/src/repeated-events.test.ts',
      'packages/a2a/src/resubscription.test.ts',
      'packages/a2a/src/push.test.ts',
      'packages/a2a/src/left-streams.test.ts',
    ],
  },
  {
    title: 'Bad input',
    says: 'Texts made to keep a policy busy, requests that a guardian must refuse, answers that an agent must not believe, and messages that break their protocol.',
    tests: [
      'packages/policies/test/complexity',
      'packages/policies/src/guard-sql/complexity.test.ts',
      'packages/policies/src/redact-personal/linear-time.test.ts',
      'packages/policies/src/redact-secrets/linear-time.test.ts',
      'packages/aos/test/serve-refusals.test.ts',
      'packages/aos/test/no-way-past.test.ts',
      'packages/aos/src/wire/has-repeated-key.test.ts',
      'packages/mcp/src/attacks.test.ts',
      'packages/mcp/src/odd-answers.test.ts',
      'packages/mcp/src/malformed.test.ts',
      'packages/mcp/src/messages/denials.test.ts',
      'packages/a2a/src/attacks.test.ts',
      'packages/a2a/src/malformed.test.ts',
    ],
  },
];

/** Guarantees that do not hold, or only partly. */
export const reliabilityLimits: readonly string[] = [
  'A ready policy works on one decision for 50 ms at most. What takes longer to read is denied with `too_complex`; the page of each policy says how long a text may be.',
  'A policy of your own that never ends blocks the agent that it runs in. Only a guardian with workers can stop it.',
  'With workers, each worker has variables of its own, which are lost when it is stopped. `session.state` and stores are shared and stay.',
  'While a store cannot be reached, the policies that count in it deny. A limit is never exceeded, and nothing is counted twice, but calls are denied that would have passed.',
  'A Redis that lost its data denies with `state_lost` until somebody acknowledges it.',
  'A stream that nobody reads ends when the garbage collector finds it. Until then its chat is open.',
  'If an MCP peer sends a request twice under one id, hooks are asked and the request runs both times, as in the SDK itself. A repeated answer is dropped.',
  'What the MCP SDK itself loses while a stream is cut is lost with hooks too: version 1.10.0 does not keep the messages that a server sends meanwhile.',
  'In these tests another host is a network namespace of the same machine. Where the machine does not allow these, the tests are skipped and say so.',
];
