/** The features that a host may have or lack. A behaviour names those it needs, a harness those it has. */
export const features = [
  'reasoning',
  'streamed-arguments',
  'parallel-calls',
  'provider-tools',
  'agent-tools',
  'handoffs',
  'structured-output',
  'required-tool-choice',
  'native-suspension',
  'host-retries',
  'host-session',
  'steering',
  'return-direct',
  'abort',
  'consumer-break',
  'trigger',
  'knowledge',
  'memory',
  'mcp',
  'a2a',
  'compaction',
  'inventory',
  'hints',
  'trace',
] as const;

/** The name of one feature. */
export type Feature = (typeof features)[number];
