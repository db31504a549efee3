import type { ToolAnnotations, ToolCall } from '@interpose/core';

/** What one run knows of the calls that the provider makes. */
export class HostedCalls {
  /** The calls that the provider ran, by id: what came of one may be told in a later answer. */
  readonly ran: Map<string, ToolCall> = new Map();
  /** What MCP servers at the provider tell of their tools' behaviour, by label and name. */
  readonly hints: Map<string, ReadonlyMap<string, ToolAnnotations | undefined>> = new Map();
  /** Why calls of MCP servers at the provider get no yes, by id. */
  readonly denials: Map<string, string> = new Map();
}
