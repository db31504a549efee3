import type { Dict } from './message.ts';

/**
 * A call that the model asked for. Free-form input is `{ input: string }`.
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
 * Hints about the behaviour of a tool, as in MCP `ToolAnnotations` (2025-06-18): hints, not promises.
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
  /** The MCP server or client that the tool came from, by the host's name for it, where the host tells. */
  readonly server?: string;
  readonly annotations?: ToolAnnotations;
  /** False if the host has no tool of this name. */
  readonly known: boolean;
  /** False if every scope of the tool is unregistered. */
  readonly enabled: boolean;
}

/**
 * A tool as the model gets it.
 *
 * @example
 * const spec: ToolSpec = { name: 'weather', origin: 'mcp', inputSchema: { type: 'object' } };
 */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
  /** Other facts for the model, with the host's own names: an input's grammar, the settings of a hosted tool. */
  readonly definition?: Dict;
  readonly origin: Tool['origin'];
  /** The MCP server or client that the tool came from, as at its call. */
  readonly server?: string;
  readonly annotations?: ToolAnnotations;
}
