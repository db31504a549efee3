import type { WireTarget } from '@interpose/testing/fuzz';

import { probeSdks } from '../probes/probe-sdks.ts';
import { endKinds } from './end-kinds.ts';
import { httpKinds } from './http-kinds.ts';
import { inputKinds } from './input-kinds.ts';
import { isOdd, plainKinds } from './plain-kinds.ts';

const accepted: NonNullable<WireTarget['accepted']> = [
  {
    program: ({ steps }) => steps.some(({ abandoned }) => abandoned === true),
    why: 'whether an answer comes before a request is given up is a matter of time, and one that is held goes nowhere',
  },
  {
    program: ({ steps }) =>
      steps.some(({ taken }) => taken === 'tells progress') &&
      steps.some(({ together }) => together === true),
    why: 'the SDK forgets who wants progress where the answer follows at once, which is a matter of time',
  },
  {
    program: ({ steps }) =>
      steps.some(({ say, taken }) => say.includes('batch') && taken === 'asks'),
    why: 'which call of a batch over HTTP is answered first, and whether before the end, is a matter of time',
  },
  {
    program: ({ steps }) => steps.some(({ taken }) => taken === 'loses its stream'),
    why: 'how much had been said on a stream that breaks is a matter of time',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'ends the session'),
    why: 'what a client hears of first that is cut off is a matter of time',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'reads from the first event on'),
    why: 'how much comes within the moment that is read is a matter of time',
  },
  {
    program: ({ steps }) => steps.some(isOdd),
    why: 'what is no JSON-RPC 2.0 is never handed on',
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
