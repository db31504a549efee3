import type { ProbeSuite } from '@interpose/testing/probes';

import { endProbes } from './end-probes.ts';
import { messageProbes } from './message-probes.ts';
import { probeSdks } from './probe-sdks.ts';
import { questionProbes } from './question-probes.ts';
import { refusalProbes } from './refusal-probes.ts';
import { transportProbes } from './transport-probes.ts';

/** The probes of every supported version. */
export const suites: readonly ProbeSuite[] = probeSdks.map((sdk) => ({
  version: sdk.version,
  probes: [
    ...messageProbes(sdk),
    ...endProbes(sdk),
    ...questionProbes(sdk),
    ...transportProbes(sdk),
    ...refusalProbes(sdk),
  ],
}));

/** The names of all probes. */
export const probeNames: readonly string[] = [
  ...new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name))),
];
