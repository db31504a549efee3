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

/** Where a hooked run differs from an unhooked one although the hooks say nothing. */
const accepted: NonNullable<ProbeSuite['accepted']> = [
  {
    place: /\.details\.signal(?: = undefined|: AbortSignal)$/,
    why: 'a tool gets an abort signal even if the caller gave none, so that hooks that end a chat also stop its tools',
  },
  {
    place: /\.sessionIdReads = \d+$/,
    why: 'the id of a session is read when a run starts, since the chat belongs to it; a session that cannot give its id fails the run',
  },
  {
    place: /\.lastProcessedResponse\.functions\.\d+\.tool\.timeoutMs(?: = \d+)?$/,
    why: 'the tools in a state have no timeoutMs, since the time that hooks take does not count towards the time limit of a tool',
  },
  {
    place: /\.afterAbort\b/,
    why: 'after an abort no model is asked, and what a model or a tool still answers is dropped, since no hook can judge it any more',
  },
  {
    place: /\.sessionWrites = \d+$/,
    why: 'if somebody listens to what users say or to what is stored, a session gets both with the first answer, in fewer writes',
  },
];

/** The probes of every supported version. */
export const suites: readonly ProbeSuite[] = sdkVersions.map((each) => ({
  version: each.version,
  accepted,
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
