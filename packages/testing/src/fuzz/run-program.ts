import type { Hooks, InterceptorName } from '@interpose/core';

import { findTexts } from '../probes/find-texts.ts';
import { firstDifference, outline } from '../probes/outline.ts';
import type { FuzzKind, FuzzTarget } from './fuzz-target.ts';
import { kindOf, Ledger, type Breach } from './ledger.ts';
import { makeHooks, type MadeHooks } from './app/make-hooks.ts';
import { openApp, type OpenedApp } from './app/open-app.ts';
import type { FuzzProgram } from './program.ts';
import { collectUnhandled } from './collect-unhandled.ts';

/** How long one run may take before it counts as hanging. */
export const usualPatienceMs = 3000;

/** What a run of a program may be given. */
export interface RunOptions {
  /** How long it may take before it counts as hanging: 3 seconds. */
  readonly patienceMs?: number | undefined;
  /** Called whenever a hook of the program is asked. */
  readonly onAsked?: (event: InterceptorName) => void;
}

/** How long the end of a chat may take once the app has its answer. */
export const endingMs = 200;

/**
 * Runs one program and returns what it did although it must not.
 *
 * @example
 * expect(await runProgram(target, program)).toEqual([]);
 */
export async function runProgram(
  target: FuzzTarget,
  program: FuzzProgram,
  { patienceMs = usualPatienceMs, onAsked }: RunOptions = {},
): Promise<readonly Breach[]> {
  const kind = target.kinds.find(({ name }) => name === program.kind);
  if (kind === undefined) throw new RangeError(`${target.name} has no kind ${program.kind}`);
  const unhandled = collectUnhandled();
  const ledger = new Ledger();
  const made = makeHooks(program, kind.events, ledger, onAsked);
  try {
    const outcome = await runApp({ program, kind, patienceMs }, ledger, made.hooks);
    if (outcome === undefined) return [...ledger.breaches, hanging];
    const judged = [
      ...ledger.breaches,
      ...(await judgeReach(outcome, ledger)),
      ...(await judgeEndings(made, Math.min(patienceMs, endingMs))),
      ...(await judgeDifference(target, { program, kind, patienceMs }, outcome)),
    ];
    return [...judged, ...(await unhandled.end())];
  } finally {
    await unhandled.end();
    void made.hooks.close();
  }
}

/** What a run is that never comes to its end. */
export const hanging: Breach = { invariant: 'hangs', found: 'the app waits and nothing comes' };

/** One program, and what it is run with. */
interface Trial {
  readonly program: FuzzProgram;
  readonly kind: FuzzKind;
  readonly patienceMs: number;
}

/** What one run left behind. */
interface Outcome {
  readonly reached: readonly unknown[];
  readonly noted: OpenedApp['noted'];
  readonly toolRuns: readonly string[];
  readonly requests: readonly unknown[];
}

/** Runs the app as often as the program says; undefined when it never comes to its end. */
async function runApp(
  { program, kind, patienceMs }: Trial,
  ledger: Ledger,
  hooks: Hooks | undefined,
): Promise<Outcome | undefined> {
  const { app, noted, stop } = openApp(program, kind, ledger, hooks);
  const reached: unknown[] = [];
  const use = async (): Promise<true> => {
    try {
      const once = await kind.open(app);
      for (let chat = 0; chat < program.chats; chat++) {
        reached.push(await once().catch((error: unknown) => ({ thrown: error })));
      }
    } catch (error) {
      reached.push({ refused: error });
    }
    return true;
  };
  const ended = await soon(use(), patienceMs);
  if (ended === undefined) stop.abort(new Error('the run took too long'));
  const { toolRuns, requests } = ledger;
  return ended === undefined ? undefined : { reached, noted, toolRuns, requests };
}

/** What comes of it in time; undefined when nothing does. */
export async function soon<Value>(
  value: Promise<Value>,
  patienceMs: number,
): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, patienceMs);
  const settled = await Promise.race([value, late]);
  clearTimeout(timer);
  return settled;
}

async function judgeReach({ reached, noted }: Outcome, { withheld }: Ledger): Promise<Breach[]> {
  if (withheld.size === 0) return [];
  const found = await findTexts({ reached, noted }, [...withheld.keys()]);
  return [...found].map(([text, path]) => ({
    invariant: 'withheld',
    found: `${kindOf(text)} after ${withheld.get(text)} at ${path.replaceAll(/\d+/g, 'n')}`,
  }));
}

/** Every chat ends once; its end may come a little after the app has its answer. */
export async function judgeEndings({ hooks, chats }: MadeHooks, waitMs: number): Promise<Breach[]> {
  const isEnded = (): boolean => [...chats.values()].every(({ ends }) => ends > 0);
  const end = Date.now() + waitMs;
  while (!isEnded() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
  await hooks.flush();
  return [...chats.values()].flatMap(({ starts, ends }): Breach[] =>
    starts === 1 && ends === 1
      ? []
      : [{ invariant: 'endings', found: `a chat started ${starts} times and ended ${ends} times` }],
  );
}

/** Hooks that say nothing change nothing. */
async function judgeDifference(
  { accepted = [] }: FuzzTarget,
  trial: Trial,
  hooked: Outcome,
): Promise<Breach[]> {
  const { program } = trial;
  if (typeof program.policy !== 'string' || mayDiffer(program)) return [];
  if (accepted.some((each) => 'program' in each && each.program(program))) return [];
  const unhooked = await runApp(trial, new Ledger(), undefined);
  if (unhooked === undefined) return [];
  const isAccepted = (line: string): boolean =>
    accepted.some((each) => 'place' in each && each.place.test(line));
  const found = firstDifference(linesOf(unhooked), linesOf(hooked), isAccepted);
  return found === undefined ? [] : [{ invariant: 'transparent', found: numberless(found) }];
}

/** What is compared: each callback by itself and tools in any order, since which of two comes first is a matter of time. */
function linesOf({ noted, toolRuns, ...outcome }: Outcome): string[] {
  const heard = Object.groupBy(noted, ([what]) => what);
  return outline({ ...outcome, toolRuns: toolRuns.toSorted(), heard });
}

/** Where a run breaks off in the middle, what had come until then may differ: a stream that may be denied is held. */
function mayDiffer({ policy, mode, stop, turns }: FuzzProgram): boolean {
  const isCut = mode === 'streamed' && turns.some(({ kind }) => kind === 'cut');
  return stop !== undefined || (policy === 'silent' && isCut);
}

/** The same without the numbers of canaries. */
export function numberless(found: string): string {
  return found.replaceAll(/CANARY-([A-Z]+)-\d+-END/g, '$1');
}
