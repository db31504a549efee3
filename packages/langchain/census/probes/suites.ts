import type { Probe, ProbeSuite } from '@interpose/testing/probes';

import { agentProbes } from './agent-probes.ts';
import { dataProbes } from './data-probes.ts';
import { delegationProbes } from './delegation-probes.ts';
import { endingProbes } from './ending-probes.ts';
import { graphProbes } from './graph-probes.ts';
import { hostileProbes } from './hostile-probes.ts';
import { loadFloorSuite } from './load-floor.ts';
import { modelProbes } from './model-probes.ts';
import { runProbes } from './run-probes.ts';
import { toolProbes } from './tool-probes.ts';

const probes: readonly Probe[] = [
  ...agentProbes(),
  ...modelProbes(),
  ...toolProbes(),
  ...graphProbes(),
  ...dataProbes(),
  ...delegationProbes(),
  ...hostileProbes(),
  ...runProbes(),
  ...endingProbes(),
];

const accepted = [
  {
    place: /Received tool input did not match expected schema/,
    why: 'LangChain sends the stack trace of an error to the model, and with hooks that trace names files of Interpose',
  },
  {
    place: /\.afterAbort/,
    why: 'a call that is aborted ends at once and asks no model and runs no tool from then on, also where LangChain goes on or the model does not look at its signal',
  },
  {
    place: /\.besideFailure/,
    why: 'if a hook may judge an answer, the text that is held back when the model fails is dropped',
  },
  {
    place: /\.pieces/,
    why: 'if a hook may change the result of a tool that gives pieces, the stream mode "tools" tells none of its pieces',
  },
  {
    place: /\.hasIdOfRun/,
    why: 'a hooked graph is watched by a callback, and LangChain then makes the id of a message from the run that has callbacks',
  },
];

/** The probes of the version that these modules find. */
export function suiteOf(version: string): ProbeSuite {
  return { version, probes, accepted };
}

const isLoadedByNode = process.env['VITEST'] === undefined && !import.meta.url.includes('?');

/** The probes of the supported versions; a test of the lowest ones puts their modules in place itself. */
export const suites: readonly ProbeSuite[] = [
  suiteOf('1.5.14'),
  ...(isLoadedByNode ? [await loadFloorSuite()] : []),
];

/** The names of all probes. */
export const probeNames: readonly string[] = probes.map(({ name }) => name);
