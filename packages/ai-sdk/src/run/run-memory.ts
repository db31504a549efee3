import type { ToolCall } from '@interpose/core';
import type { ProviderPart } from '../tools/provider-tools.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';

/** What the adapter has to remember of a run until it ends. Most runs have nothing of it. */
export class RunNotes {
  /** The components a policy wants absent, by tool name. */
  readonly absent: Set<string> = new Set();
  /** The calls a person refused that the hooks were told of. */
  readonly refused: Set<string> = new Set();
  /** Why a call must not run although its approval let it pass, by call id. */
  readonly blocked: Map<string, string> = new Map();
  /** What the model shall be told about calls that never reached a tool, by call id. */
  readonly outputs: Map<string, NativeToolOutput> = new Map();
  /** Whether policies let the provider run a tool of its own, by name. */
  readonly providerTools: Map<string, boolean> = new Map();
  /** What answers told about calls the provider ran, not yet reported. */
  readonly providerParts: ProviderPart[] = [];
  /** Calls the provider ran, by id. */
  readonly providerCalls: Map<string, ToolCall> = new Map();
}
