import type { Feature, Harness, Support } from '@interpose/testing/conformance';

import type { SdkVersion } from '../sdk-versions.ts';

const supported: Support = { kind: 'supported' };

const absent = (reason: string): Support => ({ kind: 'absent', reason });

const ownSeam = 'the client has none; an app fires the event itself with hooks.step';
const noAgents = 'the client has no agents; a tool that asks a hooked client opens a child chat';

const same: Readonly<Record<Exclude<Feature, 'steering'>, Support>> = {
  reasoning: supported,
  'streamed-arguments': supported,
  'parallel-calls': supported,
  'provider-tools': absent('chat completions run no tools of their own; see responses'),
  'agent-tools': absent(noAgents),
  handoffs: absent(noAgents),
  'structured-output': supported,
  'required-tool-choice': supported,
  'native-suspension': absent('a tool loop of the client cannot be interrupted and resumed'),
  'host-retries': supported,
  'host-session': absent('chat completions know no conversations; see provider-tools.test.ts'),
  'return-direct': supported,
  abort: supported,
  'consumer-break': supported,
  trigger: absent(ownSeam),
  knowledge: absent(ownSeam),
  memory: absent(ownSeam),
  mcp: absent('the client speaks no MCP; its transports pass @interpose/mcp'),
  a2a: absent('the client does not speak A2A'),
  compaction: absent(ownSeam),
  inventory: supported,
  hints: absent('the requests of the client have no place for what a server tells of a tool'),
  trace: supported,
};

/** Which interface of the client the harness calls. */
export type Target = 'chat.completions' | 'responses';

/** What this version has. */
export function supportsOf({ version }: SdkVersion, target: Target): Harness['supports'] {
  if (target === 'responses') return { ...same, ...responses, steering: supported };
  const steering = version.startsWith('5.')
    ? absent('before 7.4 nothing of the app runs between the tools and the next request')
    : supported;
  return { ...same, steering };
}

const responses: Partial<Harness['supports']> = {
  'provider-tools': absent('the service of this harness runs no tools; see provider-tools.test.ts'),
  'required-tool-choice': absent('the tool runner takes no tool choice that insists on a call'),
  'host-session': supported,
  'return-direct': absent('the tool runner always returns to the model'),
};
