import { RunMemory } from '@interpose/adapter-kit';
import type { ToolCall } from '@interpose/core';
import type { ProviderPart } from '../translate/native.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';

/** What the adapter has to remember of a run until it ends. */
export class RunNotes extends RunMemory<NativeToolOutput> {
  /** The calls a person refused that the hooks were told of. */
  readonly refused: Set<string> = new Set();
  /** What answers told about calls the provider ran, not yet reported. */
  readonly providerParts: ProviderPart[] = [];
  /** Calls the provider ran, by id. */
  readonly providerCalls: Map<string, ToolCall> = new Map();
}
