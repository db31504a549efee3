import type { ProbeSuite } from '@interpose/testing/probes';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { agentProbes } from './agent-probes.ts';
import { foundProbes } from './found-probes.ts';
import { hostileProbes } from './hostile-probes.ts';
import { listenerProbes } from './listener-probes.ts';
import { mcpProbes } from './mcp-probes.ts';
import { optionProbes } from './option-probes.ts';
import { resumeProbes } from './resume-probes.ts';
import { runProbes } from './run-probes.ts';
import { sessionProbes } from './session-probes.ts';
import { toolProbes } from './tool-probes.ts';

// What is traced goes to a service where nobody says otherwise.
for (const { sdk } of sdkVersions) sdk.setTracingDisabled(true);

/** The probes of every supported version. */
export const suites: readonly ProbeSuite[] = sdkVersions.map((each) => ({
  version: each.version,
  probes: [
    ...runProbes(each),
    ...toolProbes(each),
    ...foundProbes(each),
    ...mcpProbes(each),
    ...resumeProbes(each),
    ...agentProbes(each),
    ...optionProbes(each),
    ...sessionProbes(each),
    ...listenerProbes(each),
    ...hostileProbes(each),
  ],
}));

/** The names of all probes. */
export const probeNames: readonly string[] = [
  ...new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name))),
];
