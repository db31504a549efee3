import type { Hooks, InterceptorName } from '@interpose/core';

import { findTexts } from '../probes/find-texts.ts';
import { firstDifference, outline } from '../probes/outline.ts';
import type { FuzzKind, FuzzTarget } from './fuzz-target.ts';
import { kindOf, Ledger, type Breach } from './ledger.ts';
import { makeHooks, type MadeHooks } from './app/make-hooks.ts';
import { openApp, type OpenedApp } from './app/open-app.ts';
import type { FuzzProgram } from './program.ts';
import { collectUnhandled } from './collect-unhandled.ts';

/** The time in milliseconds after which a run counts as hanging. */
export const usualPatienceMs = 3000;

/** The options of a run. */
export interface RunOptions {
  /** The time in milliseconds after which a run counts as hanging; 3 seconds by default. */
  readonly patienceMs?: number | undefined;
  /** Called whenever a hook of the program runs. */
  readonly onAsked?: (event: InterceptorName) => void;
}

/** The time in milliseconds that a chat has to end after the app got its answer. */
export const endingMs = 200;

/**
 * Runs one program and returns its breaches of the invariants.
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

/** The breach of a run that never ends. */
export const hanging: Breach = { invariant: 'hangs', found: 'the app waits and nothing comes' };

/** One program and its environment. */
interface Trial {
  readonly program: FuzzProgram;
  readonly kind: FuzzKind;
  readonly patienceMs: number;
}

/** The observations of one run. */
interface Outcome {
  readonly reached: readonly unknown[];
  readonly noted: OpenedApp['noted'];
  readonly toolRuns: readonly string[];
  readonly requests: readonly unknown[];
}

/** Runs the app as often as the program says; undefined if it never ends. */
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

/** Returns the value if it comes in time; otherwise undefined. */
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

/** Checks that every chat ended once; the end may come shortly after the app's answer. */
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

/** Checks that hooks that say nothing change nothing. */
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

/** Returns the lines to compare: each callback apart and tools sorted, since their order depends on timing. */
function linesOf({ noted, toolRuns, ...outcome }: Outcome): string[] {
  const heard = Object.groupBy(noted, ([what]) => what);
  return outline({ ...outcome, toolRuns: toolRuns.toSorted(), heard });
}

/** Whether a stopped run may differ in what had come: a stream that may be denied is held. */
function mayDiffer({ policy, mode, stop, turns }: FuzzProgram): boolean {
  const isCut = mode === 'streamed' && turns.some(({ kind }) => kind === 'cut');
  return stop !== undefined || (policy === 'silent' && isCut);
}

/** Returns a text without the numbers of canaries. */
export function numberless(found: string): string {
  return found.replaceAll(/CANARY-([A-Z]+)-\d+-END/g, '$1');
}
