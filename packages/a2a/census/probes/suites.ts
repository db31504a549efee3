import type { ProbeSuite } from '@interpose/testing/probes';

import { deskProbes } from './desk-probes.ts';
import { methodProbes } from './method-probes.ts';
import { pushProbes } from './push-probes.ts';
import { wrongAnswerProbes } from './wrong-answer-probes.ts';

/** The probes of the newest version; a test runs them on the lowest as well, where it puts that in its place. */
export const suites: readonly ProbeSuite[] = [
  {
    version: '1.3.0',
    probes: [...methodProbes, ...deskProbes, ...pushProbes, ...wrongAnswerProbes],
  },
];

/** The names of all probes. */
export const probeNames: readonly string[] = [
  ...new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name))),
];
