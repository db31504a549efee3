import type { ToolAnnotations, ToolCall } from '@interpose/core';

/** An answer to a call that waits for a yes, as the SDK takes it. */
export interface Approval {
  readonly approve: boolean;
  readonly reason?: string;
}

/** What one run knows of the calls that the provider makes. */
export class HostedCalls {
  /** The calls that the provider ran, by id: what came of one may be told in a later answer. */
  readonly ran: Map<string, ToolCall> = new Map();
  /** What MCP servers at the provider tell of their tools' behaviour, by label and name. */
  readonly hints: Map<string, ReadonlyMap<string, ToolAnnotations | undefined>> = new Map();
  /** What policies and the app said of calls of MCP servers at the provider in the last answer, by id. */
  readonly answers: Map<string, Approval> = new Map();
  /** The calls in the last answer about which a policy wants a person to be asked, by id. */
  readonly asked: Map<string, { readonly label: unknown; readonly reason: string }> = new Map();
}
