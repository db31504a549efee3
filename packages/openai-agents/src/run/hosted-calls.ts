import type { ToolAnnotations, ToolCall } from '@interpose/core';

/** An answer to a call that waits for approval, in the SDK's form. */
export interface Approval {
  readonly approve: boolean;
  readonly reason?: string;
}

/** What one run knows about the calls that the provider makes. */
export class HostedCalls {
  /** The calls that the provider ran, by id: the result of a call may come in a later answer. */
  readonly ran: Map<string, ToolCall> = new Map();
  /** The behaviour hints that MCP servers at the provider sent for their tools, by server label and tool name. */
  readonly hints: Map<string, ReadonlyMap<string, ToolAnnotations | undefined>> = new Map();
  /** The approvals by policies and the app for calls of MCP servers at the provider in the last answer, by id. */
  readonly answers: Map<string, Approval> = new Map();
  /** The calls in the last answer that a policy wants to ask a person about, by id. */
  readonly asked: Map<string, { readonly label: unknown; readonly reason: string }> = new Map();
}
