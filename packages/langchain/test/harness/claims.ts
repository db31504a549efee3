import type { Exception, Feature, Harness, Support } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';

const supported: Support = { kind: 'supported' };

const absent = (reason: string): Support => ({ kind: 'absent', reason });

const ownSeam = 'LangChain has none; an app fires the event itself with hooks.step';

const same: Readonly<Record<Exclude<Feature, 'reasoning'>, Support>> = {
  'streamed-arguments': supported,
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
  knowledge: supported,
  memory: supported,
  mcp: absent('MCP messages pass @interpose/mcp'),
  a2a: absent('LangChain does not speak A2A'),
  compaction: absent(ownSeam),
  inventory: supported,
  hints: supported,
  trace: supported,
};

/** What this version has. */
export function supportsOf({ version }: SdkVersion): Harness['supports'] {
  const reasoning = isFloor(version)
    ? absent('the provider of this harness reads no reasoning in its first version')
    : supported;
  return { ...same, reasoning };
}

function isFloor(version: string): boolean {
  return version === '1.0.1';
}

/** What this version cannot show, and the rows that admit it. */
export function exceptionsOf({ version }: SdkVersion): readonly Exception[] {
  const keywords: Exception = {
    behaviour: 'C441',
    reason: 'a retriever is asked with one text, so keywords follow it',
    rows: [{ path: 'keywords of a query', event: 'preKnowledgeQuery' }],
  };
  if (!isFloor(version)) return [keywords];
  const unknown: Exception = {
    behaviour: 'C165',
    reason: 'its tool node throws for a tool that does not exist, and the run ends',
    rows: [{ path: 'unknown tool before langchain 1.2.13', event: 'onToolCallError' }],
  };
  return [keywords, unknown];
}
