import type { ProbeSuite } from '@interpose/testing/probes';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { acceptedOn } from './accepted-differences.ts';
import { agentProbes } from './agent-probes.ts';
import { callProbes } from './call-probes.ts';
import { delegationProbes } from './delegation-probes.ts';
import { endingProbes } from './ending-probes.ts';
import { hostileProbes } from './hostile-probes.ts';
import { lifecycleProbes } from './lifecycle-probes.ts';
import { optionProbes } from './option-probes.ts';
import { otherProbes } from './other-probes.ts';
import { ownClassProbes } from './own-class-probes.ts';
import { toolOptionProbes } from './tool-option-probes.ts';

/** The probes of every supported version. */
export const suites: readonly ProbeSuite[] = sdkVersions.map((each) => ({
  version: each.version,
  accepted: acceptedOn(each.major),
  probes: [
    ...callProbes(each),
    ...agentProbes(each),
    ...optionProbes(each),
    ...otherProbes(each),
    ...delegationProbes(each),
    ...toolOptionProbes(each),
    ...ownClassProbes(each),
    ...endingProbes(each),
    ...hostileProbes(each),
    ...lifecycleProbes(each),
  ],
}));

/** The names of all probes. */
export const probeNames: readonly string[] = [
  ...new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name))),
];
