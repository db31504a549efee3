import type { Exception, Feature, Harness, Support } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';

const supported: Support = { kind: 'supported' };

const absent = (reason: string): Support => ({ kind: 'absent', reason });

const ownSeam = 'the AI SDK has none; an app fires the event itself with hooks.step';

const same: Readonly<Record<Exclude<Feature, 'reasoning'>, Support>> = {
  'streamed-arguments': supported,
  'parallel-calls': supported,
  'provider-tools': absent(
    'the provider of this harness runs no tools of its own; see provider-tools.test.ts',
  ),
  'agent-tools': supported,
  handoffs: absent('agents of the AI SDK do not hand over'),
  'structured-output': supported,
  'required-tool-choice': supported,
  'native-suspension': supported,
  'host-retries': supported,
  'host-session': absent('the AI SDK knows no sessions'),
  steering: supported,
  'return-direct': absent('the AI SDK always returns to the model'),
  abort: supported,
  'consumer-break': supported,
  trigger: absent(ownSeam),
  knowledge: absent(ownSeam),
  memory: absent(ownSeam),
  mcp: absent('MCP messages pass @interpose/mcp'),
  a2a: absent('the AI SDK does not speak A2A'),
  compaction: absent(ownSeam),
  inventory: supported,
  hints: supported,
  trace: supported,
};

/** What this version has. */
export function supportsOf({ major }: SdkVersion): Harness['supports'] {
  const reasoning =
    major === 7 ? supported : absent('the provider of this harness reads no reasoning on v6');
  return { ...same, reasoning };
}

/** What this version cannot show, and the rows that admit it. */
export function exceptionsOf({ version }: SdkVersion): readonly Exception[] {
  if (version !== '6.0.326') return [];
  const path = 'required tool choice in generateText of v6';
  return [
    {
      behaviour: 'C203',
      modes: ['plain'],
      reason:
        'the caller gets a DeniedError, because the SDK refuses an answer without a tool call',
      rows: [
        { path, event: 'preRequest' },
        { path, event: 'onResponse' },
      ],
    },
  ];
}
