import type { Exception, Feature, Harness, Support } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';

const supported: Support = { kind: 'supported' };

const absent = (reason: string): Support => ({ kind: 'absent', reason });

const ownSeam = 'the SDK has none; an app fires the event itself with hooks.step';

const same: Readonly<Record<Feature, Support>> = {
  reasoning: absent('the chat completions of this harness give the SDK no reasoning'),
  'streamed-arguments': absent("the SDK's stream tells of a call once it is whole"),
  'parallel-calls': supported,
  'provider-tools': absent(
    'the provider of this harness runs no tools of its own; see hosted-tools.test.ts',
  ),
  'agent-tools': supported,
  handoffs: supported,
  'structured-output': supported,
  'required-tool-choice': supported,
  'native-suspension': supported,
  'host-retries': supported,
  'host-session': supported,
  steering: absent('the SDK takes no further input while it runs'),
  'return-direct': supported,
  abort: supported,
  'consumer-break': supported,
  trigger: absent(ownSeam),
  knowledge: absent(ownSeam),
  memory: supported,
  mcp: absent('MCP messages pass @interpose/mcp'),
  a2a: absent('the SDK does not speak A2A'),
  compaction: absent(ownSeam),
  inventory: supported,
  hints: supported,
  trace: absent('its chat completions model takes no headers for one request'),
};

/** What this version has. */
export function supportsOf(_version: SdkVersion): Harness['supports'] {
  return same;
}

/** What this version cannot show, and the rows that admit it. */
export function exceptionsOf(_version: SdkVersion): readonly Exception[] {
  return [
    {
      behaviour: 'C166',
      reason: 'the SDK checks the arguments inside the call, where nobody else sees it',
      rows: [{ path: 'invalid tool call', event: 'onToolCallError' }],
    },
  ];
}
