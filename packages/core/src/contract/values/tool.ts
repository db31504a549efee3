import type { Dict } from './message.ts';

/**
 * A call the model asked for; free-form input is `{ input: string }`.
 *
 * @example
 * const call: ToolCall = { id: 'call_1', name: 'weather', args: { city: 'Rome' } };
 */
export interface ToolCall<Args = Dict> {
  readonly id: string;
  readonly name: string;
  readonly args: Args;
}

/**
 * Behaviour hints of a tool, as in MCP `ToolAnnotations` (2025-06-18): hints, not promises.
 *
 * @example
 * const annotations: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
 */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/**
 * The tool behind a call, as the host knows it.
 *
 * @example
 * const tool: Tool = { name: 'weather', origin: 'local', known: true, enabled: true };
 */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly origin: 'local' | 'mcp' | 'provider' | 'agent';
  readonly scope?: string;
  readonly annotations?: ToolAnnotations;
  /** False when the host has no tool of this name. */
  readonly known: boolean;
  /** False when every scope of the tool is unregistered. */
  readonly enabled: boolean;
}

/**
 * A tool as it is offered to the model.
 *
 * @example
 * const spec: ToolSpec = { name: 'weather', origin: 'mcp', inputSchema: { type: 'object' } };
 */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
  /** What else the host tells the model of it, by the host's own names: the grammar of an input, what is set for a hosted tool. */
  readonly definition?: Dict;
  readonly origin: Tool['origin'];
  readonly annotations?: ToolAnnotations;
}
