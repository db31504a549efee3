import type { Refusal, ToolRule } from './tool-rule.ts';

/**
 * How far a source is trusted. `user`: it speaks for the user. `ignored`: it is labelled elsewhere, as the results of
 * an MCP server are by their tools.
 *
 * @example
 * const label: SourceLabel = 'trusted';
 */
export type SourceLabel = 'user' | 'trusted' | 'neutral' | 'untrusted' | 'ignored';

/**
 * The facts about the app for `trackTaint`.
 *
 * @example
 * const options: TrackTaintOptions = { tools: { search: { effect: 'none' } }, sources: { 'knowledge:handbook': 'trusted' }, onTainted: 'ask' };
 */
export interface TrackTaintOptions {
  /** Rules by name of the tool; `*` matches any text, and the longest matching name wins. */
  readonly tools?: Readonly<Record<string, ToolRule>>;
  /**
   * Labels of other sources, by `knowledge:<source>`, `memory:<source>`, `mcp:<server>`, `agent:<name>` or
   * `trigger:<kind>`, with `*` as in tools. Default: `untrusted`.
   */
  readonly sources?: Readonly<Record<string, SourceLabel>>;
  /** Hosts that URLs may lead to although nobody named them. */
  readonly hosts?: readonly string[];
  /** Whether a tool's own hint that it only reads counts. Default: `trusted`. */
  readonly annotations?: 'trusted' | 'ignored';
  /**
   * A pattern for users who leave the decision to others, as in "follow her instructions". Calls that were not
   * requested are then asked about, never simply denied.
   */
  readonly delegates?: RegExp;
  /** For a tainted argument. Default: `deny`. */
  readonly onTainted?: Refusal;
  /** For a call that nobody requested. Default: `deny`. */
  readonly onUnrequested?: Refusal;
  /** Characters that a session remembers (1,000,000); then old untrusted text goes and only trusted values pass. */
  readonly maxCharacters?: number;
}
