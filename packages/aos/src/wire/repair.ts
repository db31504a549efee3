/**
 * A known defect of the specification's own examples that was repaired while reading.
 *
 * @example
 * const repair: Repair = 'method-alias';
 */
export type Repair =
  | 'method-alias'
  | 'payload-alias'
  | 'mcp-lift'
  | 'a2a-lift'
  | 'tool-result-nest'
  | 'citations-alias'
  | 'instructions-alias'
  | 'json-raw-newline'
  | 'json-trailing-comma';
