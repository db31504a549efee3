import type { Exception, Feature, Harness, Support } from '@interpose/testing/conformance';

const supported: Support = { kind: 'supported' };

const absent = (reason: string): Support => ({ kind: 'absent', reason });

const ownSeam = 'LangChain has none; an app fires the event itself with hooks.step';

/** What LangChain has. */
export const supports: Harness['supports'] = {
  reasoning: supported,
  'parallel-calls': supported,
  'provider-tools': absent(
    'the provider of this harness runs no tools of its own; see provider-tools.test.ts',
  ),
  'agent-tools': supported,
  handoffs: absent(
    'LangGraph hands over by a tool that returns a command, which passes preToolCall',
  ),
  'structured-output': supported,
  'required-tool-choice': supported,
  'native-suspension': supported,
  'host-retries': supported,
  'host-session': supported,
  steering: supported,
  'return-direct': supported,
  abort: supported,
  'consumer-break': supported,
  trigger: absent(ownSeam),
  knowledge: absent('TBD'),
  memory: absent('TBD'),
  mcp: absent('MCP messages pass @interpose/mcp'),
  a2a: absent('LangChain does not speak A2A'),
  compaction: absent(ownSeam),
  inventory: supported,
  trace: supported,
} satisfies Record<Feature, Support>;

/** What LangChain cannot show, and the rows that admit it. */
export const exceptions: readonly Exception[] = [];
