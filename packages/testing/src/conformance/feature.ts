/** What hosts have or lack; a behaviour names those it needs, a harness says which there are. */
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

/** One thing that a host has or lacks. */
export type Feature = (typeof features)[number];
