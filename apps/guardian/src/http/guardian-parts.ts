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

/** What a guardian with storage is made of, for the routes of its interface. */
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
  /** Where people sign in, besides one-time tokens. */
  readonly provider: Provider | undefined;
  readonly desk: ApprovalDesk;
  readonly switches: Switches;
  readonly command: CommandKey;
  readonly changes: Changes;
  readonly metrics: GuardianMetrics;
  /** Undefined where nobody takes traces. */
  readonly traces: GuardianTraces | undefined;
  /** Says what an operator has to know. */
  readonly told: (problem: string) => void;
  /** Where people reach this guardian. */
  readonly address: () => string;
  /** Aborts when the guardian begins to end. */
  readonly ends: AbortSignal;
}

/** What a route knows of who asks. */
export interface ApiVariables {
  /** The other end of the connection. */
  readonly Bindings: { remote?: string | undefined };
  /** The secret is that of the cookie; the command line has none. */
  readonly Variables: { person: Person; secret: string | undefined };
}
