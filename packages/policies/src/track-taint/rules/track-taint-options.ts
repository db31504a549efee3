import type { Refusal, ToolRule } from './tool-rule.ts';

/**
 * How far a source is trusted: `user` for one that speaks for the user, `ignored` for what is labelled elsewhere, as an
 * MCP server's results by their tools.
 *
 * @example
 * const label: SourceLabel = 'trusted';
 */
export type SourceLabel = 'user' | 'trusted' | 'neutral' | 'untrusted' | 'ignored';

/**
 * What `trackTaint` knows of the application.
 *
 * @example
 * const options: TrackTaintOptions = { tools: { search: { effect: 'none' } }, sources: { 'knowledge:handbook': 'trusted' }, onTainted: 'ask' };
 */
export interface TrackTaintOptions {
  /** Rules by name of the tool; `*` in a name stands for anything, the longest name that fits wins. */
  readonly tools?: Readonly<Record<string, ToolRule>>;
  /**
   * Other sources by `knowledge:<source>`, `memory:<source>`, `mcp:<server>`, `agent:<name>` or `trigger:<kind>`, with
   * `*` as in tools; `untrusted` where nothing is said.
   */
  readonly sources?: Readonly<Record<string, SourceLabel>>;
  /** Hosts that URLs may lead to although nobody named them. */
  readonly hosts?: readonly string[];
  /** Whether the hints of a tool say if it only reads; `trusted` by default. */
  readonly annotations?: 'trusted' | 'ignored';
  /**
   * What a user says who leaves it to others what is to be done, as in "follow her instructions": calls that were not
   * asked for are then asked about, never simply denied.
   */
  readonly delegates?: RegExp;
  /** For a tainted argument; `deny` by default. */
  readonly onTainted?: Refusal;
  /** For a call that nobody asked for; `deny` by default. */
  readonly onUnrequested?: Refusal;
  /** How many characters a session remembers; 1,000,000 by default, in 10,000 texts at most. Beyond, the oldest untrusted text is forgotten, and then only trusted values pass. */
  readonly maxCharacters?: number;
}
