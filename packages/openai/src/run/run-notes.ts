import type { MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';

/** What the adapter has to remember of a run until it ends. */
export class RunNotes {
  /** What is to be told before the next request. */
  beforeRequest: ((chat: Chat) => MaybePromise<void>) | undefined;
  /** The tools a policy wants absent, by name. */
  readonly absent: Set<string> = new Set();
  /** What the model shall be told about calls that never reached a tool, by call id. */
  readonly outputs: Map<string, string> = new Map();
  /** The calls that reached their tool or were reported, as the SDK holds them. */
  readonly handled: WeakSet<object> = new WeakSet();
  /** Whether policies let the provider run a tool of its own, by name. */
  readonly providerTools: Map<string, boolean> = new Map();
}
