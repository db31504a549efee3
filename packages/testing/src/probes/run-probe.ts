import type { Hooks } from '@interpose/core';

import { findTexts } from './find-texts.ts';
import { firstDifference, outline } from './outline.ts';
import { modesFor, silent } from './probe-modes.ts';
import {
  canaries,
  type Probe,
  type ProbeFailure,
  type ProbeMode,
  type ProbeRun,
  type ProbeSuite,
} from './probe.ts';

/** The observations of one run of an app. */
interface Outcome {
  readonly reached: { readonly returned?: unknown; readonly thrown?: unknown };
  readonly noted: readonly (readonly [what: string, value: unknown])[];
  /** The arguments of each tool run, as JSON. */
  readonly toolRuns: readonly string[];
  /** The content of each request to the model. */
  readonly requests: readonly unknown[];
}

/** Runs one probe in every mode and returns the failures; `runs` counts how often the app ran. */
export async function runProbe(
  { version, accepted = [] }: ProbeSuite,
  probe: Probe,
): Promise<{ readonly runs: number; readonly failures: readonly ProbeFailure[] }> {
  const failures: ProbeFailure[] = [];
  const fail = (mode: string, kind: ProbeFailure['kind'], found: string): void => {
    failures.push({ probe: probe.name, version, mode, kind, found });
  };
  const modes = probe.modes ?? modesFor(probe.asks);
  for (const mode of modes) await runMode(probe, mode, fail);
  const isAccepted = (line: string): boolean => accepted.some(({ place }) => place.test(line));
  const plain = await runApp(probe, undefined);
  if (plain.requests.length === 0)
    fail('no hooks', 'unasked', `the app asks no model: ${said(plain)}`);
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
  mode: ProbeMode,
  fail: (mode: string, kind: ProbeFailure['kind'], found: string) => void,
): Promise<void> {
  const { name, event, hidden, stops } = mode;
  let asked = 0;
  const changes = new Map<string, string>();
  const given = mode.hooks((replaced, by = '') => {
    asked += 1;
    if (replaced !== undefined) changes.set(replaced, by);
  });
  const outcome = await runApp(probe, given);
  if (asked === 0) fail(name, 'unasked', `${event} was not asked`);
  if (stops.includes('tool') && outcome.toolRuns.length > 0)
    fail(name, 'unasked', 'a denied tool ran');
  if (stops.includes('request') && outcome.requests.length > 0)
    fail(name, 'unasked', 'the model was asked all the same');
  const texts = hidden.map((canary) => canaries[canary]);
  const found = await findTexts({ ...outcome.reached, noted: outcome.noted }, texts);
  for (const [text, path] of found) fail(name, 'leak', `${text} at ${path}`);
  for (const problem of await wronglyGiven(mode, outcome, changes)) fail(name, 'leak', problem);
}

/** Returns the original texts that the model or tools got although a hook replaced them, and missing replacements. */
async function wronglyGiven(
  { keptFrom }: ProbeMode,
  { requests, toolRuns }: Outcome,
  changes: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (keptFrom === undefined) return [];
  const given = keptFrom === 'model' ? requests : toolRuns;
  const found = await findTexts(given, [...changes].flat());
  return [...changes].flatMap(([replaced, by]) => [
    ...(found.has(replaced) ? [`${replaced} reached the ${keptFrom}`] : []),
    ...(found.has(by) ? [] : [`${by} never reached the ${keptFrom}`]),
  ]);
}

async function runApp(probe: Probe, hooks: Hooks | undefined): Promise<Outcome> {
  const noted: [string, unknown][] = [];
  const toolRuns: string[] = [];
  const requests: unknown[] = [];
  const run: ProbeRun = {
    hooks,
    note: (what, value) => void noted.push([what, value]),
    toolRan: (name, args) => {
      toolRuns.push(JSON.stringify(args));
      noted.push([`tool ${name}`, args]);
    },
    requested: (request) => void requests.push(request),
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
  return outline({ reached, noted, toolRuns: toolRuns.length, requests });
}
