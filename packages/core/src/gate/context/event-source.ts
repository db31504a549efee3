import type { Host } from '../../contract/hooks/context.ts';
import type { AgentIdentity, Trace, User } from '../../contract/values/index.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { EventDefinition } from '../../registry/events/event-table.ts';
import type { HookRegistry } from '../../registry/hook-registry.ts';
import type { Session } from '../../sessions/session.ts';
import type { RunningObservers } from '../../sessions/running-observers.ts';

/** Where events come from: a running chat, or an app's own dispatch. */
export interface EventSource {
  readonly registry: HookRegistry;
  readonly session: Session;
  readonly id: string;
  readonly parentChatId: string | undefined;
  readonly agent: AgentIdentity;
  readonly user: User | undefined;
  readonly trace: Trace | undefined;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** True once the chat was aborted; cheaper than asking the signal. */
  readonly aborted: boolean;
  readonly abortReason: unknown;
  /** True when somebody outside can abort it. */
  readonly abortable: boolean;
  readonly depth: number;
  /** What the model said it was thinking in its last response, where it did. */
  readonly reasoning: string | undefined;
  /** Observers that still run. */
  readonly pending: RunningObservers;
  /** Digests approved for the rest of this chat. */
  readonly grants: Set<string>;
  /** True when the host can suspend a tool call natively. */
  readonly suspends: boolean;
  /** The verbs this host can carry out at this event. */
  can(definition: EventDefinition): readonly Verb[];
}
