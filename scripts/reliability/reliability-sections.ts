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
    says: 'Several processes share one store and never exceed what it counts; a session costs the same however full the store is.',
    tests: [
      'packages/policies/test/stores/several-processes.e2e.test.ts',
      'packages/policies/test/stores/full-store.test.ts',
    ],
  },
  {
    title: 'Nothing that grows',
    says: 'Every adapter runs on failing stores for as long as one likes (`pnpm soak`); streams are broken off, aborted and forgotten; long runs keep what the SDK keeps.',
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
    title: 'Faults that are survived',
    says: 'Proxies that hang, refuse and cut stand between a store and its users; servers restart without their data; the wire to another host is pulled; clocks jump; workers spin and die; reloads overlap.',
    tests: [
      'packages/policies/test/stores/policies-under-faults.test.ts',
      'packages/policies/test/stores/cut-connections.test.ts',
      'packages/policies/test/stores/second-host.test.ts',
      'packages/policies/test/stores/lost-state.test.ts',
      'packages/policies/test/stores/host-clock.test.ts',
      'packages/core/src/sessions/clean-ups.test.ts',
      'packages/core/src/approvals/failing-store.test.ts',
      'packages/aos/test/workers',
      'packages/aos/test/guardian-outage.test.ts',
      'packages/aos/test/second-host.test.ts',
      'packages/aos/test/failures.test.ts',
      'apps/guardian/src/policies/policy-host.test.ts',
    ],
  },
  {
    title: 'Streams that are cut and resumed',
    says: 'A proxy cuts, repeats and reorders what MCP and A2A stream: what was denied does not come back, nothing is asked about twice, nothing is lost.',
    tests: [
      'packages/mcp/src/resumption.test.ts',
      'packages/mcp/src/repeated-events.test.ts',
      'packages/a2a/src/resubscription.test.ts',
      'packages/a2a/src/push.test.ts',
      'packages/a2a/src/left-streams.test.ts',
    ],
  },
  {
    title: 'Bad input that was tried',
    says: 'Texts made to take long, requests that no guardian should read, answers that no agent should believe, messages that are none.',
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

/** What does not hold, or only so far. */
export const reliabilityLimits: readonly string[] = [
  'A decision holds its thread for 50 ms at most; what takes longer to read is denied with `too_complex`. The page of each policy says from which length on.',
  'A policy of your own may hold its thread for as long as it likes in the agent itself; only a guardian with workers stops it.',
  'With `serveInWorkers`, what a policy keeps in its own memory each worker keeps for itself: limits over sessions need a shared store.',
  'While a store cannot be reached, policies that count in it deny; nothing is counted twice, and a limit is never exceeded, but calls are refused that it would have let pass.',
  'A Redis that lost its data denies with `state_lost` until somebody acknowledges it.',
  'A stream that nobody reads ends once the engine collects it: until then its chat is open.',
  'A request that a peer of MCP repeats under the same id is asked about and run each time, as the SDK itself does; only a repeated answer is dropped.',
  'An MCP client or server that loses what was said while its stream was cut does so with hooks too: 1.10.0 of the SDK keeps nothing that was said on the stream of its own meanwhile.',
  'Other hosts are network namespaces of one machine; where those are not allowed, their tests are skipped and say so.',
];
