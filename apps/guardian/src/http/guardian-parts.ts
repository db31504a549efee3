import type { ApprovalDesk } from '../approvals/approval-desk.ts';
import type { Switches } from '../approvals/switches.ts';
import type { Changes } from '../audit/changes.ts';
import type { GuardianConfig } from '../config/config.ts';
import type { Recorder } from '../storing/recorder.ts';
import type { TenantKeys } from '../decisions/tenant-keys.ts';
import type { GuardianMetrics } from '../health/guardian-metrics.ts';
import type { GuardianTraces } from '../health/guardian-traces.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { Provider } from '../oidc/provider.ts';
import type { AgentTokens } from '../people/agent-tokens.ts';
import type { CommandKey } from '../people/command-key.ts';
import type { Logins } from '../people/logins.ts';
import type { Person } from '../people/roles.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import type { PolicyVersions } from '../policies/policy-versions.ts';
import type { Storage } from '../storage/open-storage.ts';

/** The parts of a guardian with storage, for its routes. */
export interface GuardianParts {
  readonly config: GuardianConfig;
  readonly storage: Storage;
  readonly recorder: Recorder;
  readonly keys: TenantKeys;
  readonly host: PolicyHost;
  readonly versions: PolicyVersions;
  readonly live: LiveFeed;
  readonly tokens: AgentTokens;
  readonly logins: Logins;
  /** The provider for signing in, besides one-time tokens. */
  readonly provider: Provider | undefined;
  readonly desk: ApprovalDesk;
  readonly switches: Switches;
  readonly command: CommandKey;
  readonly changes: Changes;
  readonly metrics: GuardianMetrics;
  /** Undefined without a collector of traces. */
  readonly traces: GuardianTraces | undefined;
  /** Reports a problem to the operator. */
  readonly told: (problem: string) => void;
  /** Returns the address of this guardian for people. */
  readonly address: () => string;
  /** Aborts when the guardian begins to end. */
  readonly ends: AbortSignal;
}

/** The facts of a route about the caller. */
export interface ApiVariables {
  /** The other end of the connection. */
  readonly Bindings: { remote?: string | undefined };
  /** `secret` is the value of the cookie; the command line has none. */
  readonly Variables: { person: Person; secret: string | undefined };
}
