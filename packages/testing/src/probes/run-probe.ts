import type { Hooks } from '@interpose/core';

import { findTexts } from './find-texts.ts';
import { firstDifference, outline } from './outline.ts';
import { modesFor, silent, type ProbeMode } from './probe-modes.ts';
import {
  canaries,
  type Probe,
  type ProbeFailure,
  type ProbeRun,
  type ProbeSuite,
} from './probe.ts';

/** What one run of an app left behind. */
interface Outcome {
  readonly reached: { readonly returned?: unknown; readonly thrown?: unknown };
  readonly noted: readonly (readonly [what: string, value: unknown])[];
  readonly toolRuns: number;
  readonly requests: number;
}

/** Runs one probe in every mode and returns what was wrong; `runs` counts how often the app ran. */
export async function runProbe(
  { version, accepted = [] }: ProbeSuite,
  probe: Probe,
): Promise<{ readonly runs: number; readonly failures: readonly ProbeFailure[] }> {
  const failures: ProbeFailure[] = [];
  const fail = (mode: string, kind: ProbeFailure['kind'], found: string): void => {
    failures.push({ probe: probe.name, version, mode, kind, found });
  };
  const modes = modesFor(probe.asks);
  for (const mode of modes) await runMode(probe, mode, fail);
  const isAccepted = (line: string): boolean => accepted.some(({ place }) => place.test(line));
  const plain = await runApp(probe, undefined);
  if (plain.requests === 0) fail('no hooks', 'unasked', `the app asks no model: ${said(plain)}`);
  const unhooked = linesOf(plain);
  for (const [name, hooksFor] of Object.entries(silent)) {
    const hooked = linesOf(await runApp(probe, hooksFor(probe.asks)));
    const difference = firstDifference(unhooked, hooked, isAccepted);
    if (difference !== undefined) fail(name, 'difference', difference);
  }
  return { runs: modes.length + Object.keys(silent).length + 1, failures };
}

async function runMode(
  probe: Probe,
  { name, event, hooks, hidden, stopsTools }: ProbeMode,
  fail: (mode: string, kind: ProbeFailure['kind'], found: string) => void,
): Promise<void> {
  let asked = 0;
  const given = hooks(() => {
    asked += 1;
  });
  const outcome = await runApp(probe, given);
  if (asked === 0) fail(name, 'unasked', `${event} was not asked`);
  if (stopsTools && outcome.toolRuns > 0) fail(name, 'unasked', 'a denied tool ran');
  const texts = hidden.map((canary) => canaries[canary]);
  const found = await findTexts({ ...outcome.reached, noted: outcome.noted }, texts);
  for (const [text, path] of found) fail(name, 'leak', `${text} at ${path}`);
}

async function runApp(probe: Probe, hooks: Hooks | undefined): Promise<Outcome> {
  const noted: [string, unknown][] = [];
  let toolRuns = 0;
  let requests = 0;
  const run: ProbeRun = {
    hooks,
    note: (what, value) => void noted.push([what, value]),
    toolRan: (name, args) => {
      toolRuns += 1;
      noted.push([`tool ${name}`, args]);
    },
    requested: () => {
      requests += 1;
    },
  };
  const reached = await probe.app(run).then(
    (returned) => ({ returned }),
    (thrown: unknown) => ({ thrown }),
  );
  return { reached, noted, toolRuns, requests };
}

function said({ reached }: Outcome): string {
  return reached.thrown instanceof Error ? reached.thrown.message : 'it ends all the same';
}

function linesOf({ reached, noted, toolRuns, requests }: Outcome): string[] {
  return outline({ reached, noted, toolRuns, requests });
}
