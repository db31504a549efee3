import type { WireTarget } from '@interpose/testing/fuzz';

import { probeSdks } from '../probes/probe-sdks.ts';
import { endKinds } from './end-kinds.ts';
import { httpKinds } from './http-kinds.ts';
import { inputKinds } from './input-kinds.ts';
import { isOdd, plainKinds } from './plain-kinds.ts';

const accepted: NonNullable<WireTarget['accepted']> = [
  {
    program: ({ steps }) => steps.some(({ abandoned }) => abandoned === true),
    why: 'an answer can come before or after its request is cancelled, and a request that is cancelled while hooks hold it is never sent',
  },
  {
    program: ({ steps }) =>
      steps.some(({ taken }) => taken === 'tells progress') &&
      steps.some(({ together }) => together === true),
    why: 'if the answer follows at once, the SDK forgets who wants progress; whether it does depends on timing',
  },
  {
    program: ({ steps }) =>
      steps.some(({ say, taken }) => say.includes('batch') && taken === 'asks'),
    why: 'the calls of a batch over HTTP can be answered in any order, before the end or not, depending on timing',
  },
  {
    program: ({ steps }) => steps.some(({ taken }) => taken === 'loses its stream'),
    why: 'how much was sent on a stream before it breaks depends on timing',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'ends the session'),
    why: 'what a client is told first when it is cut off depends on timing',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'reads from the first event on'),
    why: 'how much arrives while the test reads depends on timing',
  },
  {
    program: ({ steps }) => steps.some(isOdd),
    why: 'hooks never pass on a message that is not JSON-RPC 2.0',
  },
];

/** The lowest and the highest supported version of each major. */
export const targets: readonly WireTarget[] = probeSdks.map((sdk) => ({
  name: 'mcp',
  version: sdk.version,
  wires: [
    ...endKinds(sdk),
    ...httpKinds(sdk),
    ...plainKinds(sdk),
    ...(sdk.serveStdio === undefined ? [] : inputKinds(sdk)),
  ],
  accepted,
}));
