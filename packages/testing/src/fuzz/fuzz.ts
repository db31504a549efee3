import { asyncProperty, check, type RunDetails } from 'fast-check';

import {
  anyProgram,
  entriesOf,
  runAny,
  type AnyProgram,
  type AnyTarget,
  type ProgramOf,
} from './any-target.ts';
import type { Breach } from './ledger.ts';
import type { FuzzProgram } from './program.ts';
import { usualPatienceMs } from './run-program.ts';

/** The length and the seed of a fuzzing run. */
export interface FuzzOptions {
  /** The seed; the same seed generates the same programs. */
  readonly seed: number;
  /** The most programs to run, without those of shrinking. */
  readonly runs: number;
  readonly milliseconds?: number;
  readonly known?: readonly KnownBreach[];
  /** The time in milliseconds after which a run counts as hanging; 3 seconds by default. */
  readonly patienceMs?: number;
}

/** A breach, and the smallest program that shows it. */
export interface FuzzFailure<Program extends AnyProgram = FuzzProgram> extends Breach {
  readonly target: string;
  readonly version: string;
  readonly seed: number;
  readonly program: Program;
}

/** A known breach that is not fixed yet, with its reproduction. */
export interface KnownBreach {
  readonly invariant: Breach['invariant'];
  /** The text of `found` in the breach contains this. */
  readonly found: string;
  /** The kinds that have the breach; all if absent. */
  readonly kind?: string;
  readonly why: string;
  /** A program that shows the breach on this version, or on versions with this prefix; on every version if absent. */
  readonly program: AnyProgram;
  readonly version?: string;
}

/**
 * Returns the known breaches that a target no longer shows, so that their lines can be deleted.
 *
 * @example
 * expect(await mendedBreaches(target, knownBreaches)).toEqual([]);
 */
export async function mendedBreaches(
  target: AnyTarget,
  known: readonly KnownBreach[],
): Promise<readonly KnownBreach[]> {
  const mended: KnownBreach[] = [];
  for (const each of known) {
    if (!target.version.startsWith(each.version ?? '')) continue;
    const { kind } = each.program;
    const breaches = await runAny(target, each.program);
    if (!breaches.some((breach) => covers(each, kind, breach, target.version))) mended.push(each);
  }
  return mended;
}

/** The result of fuzzing one version of an SDK. */
export interface FuzzReport<Program extends AnyProgram = FuzzProgram> {
  readonly runs: number;
  /** Census entries that were used by a program that ran. */
  readonly reached: readonly string[];
  readonly failures: readonly FuzzFailure<Program>[];
}

/** The number of programs between two checks of the time, and the most programs for one failure. */
const roundSize = 250;

/**
 * Runs random programs against a target and shrinks each one that breaks an invariant; each breach is reported once.
 *
 * @example
 * const { failures } = await fuzz(target, { seed: 1, runs: 100 });
 */
export async function fuzz<Target extends AnyTarget>(
  target: Target,
  options: FuzzOptions,
): Promise<FuzzReport<ProgramOf<Target>>> {
  const { seed, runs, milliseconds = Number.POSITIVE_INFINITY, known = [], patienceMs } = options;
  const end = Date.now() + milliseconds;
  const reached = new Set<string>();
  const failures: FuzzFailure<ProgramOf<Target>>[] = [];
  const isNews = (kind: string, breach: Breach): boolean =>
    !known.some((each) => covers(each, kind, breach, target.version)) &&
    !failures.some((each) => each.program.kind === kind && saysTheSame(each, breach));
  let done = 0;
  for (let round = 0; done < runs && Date.now() < end; round++) {
    const property = asyncProperty(anyProgram(target), async (program) => {
      const breaches = await runAny(target, program, { patienceMs });
      for (const entry of entriesOf(target, program)) reached.add(entry);
      const news = breaches.find((breach) => isNews(program.kind, breach));
      if (news === undefined) return;
      if (!(await happensAgain(target, program, news, patienceMs))) return;
      throw new Broken(news);
    });
    const details = await check(property, {
      seed: seed + round,
      numRuns: Math.min(roundSize, runs - done),
      ...(Number.isFinite(end) ? { interruptAfterTimeLimit: Math.max(1, end - Date.now()) } : {}),
    });
    done += Math.max(1, details.numRuns);
    const failure = failureOf(target, seed + round, details);
    if (failure !== undefined) failures.push(failure);
  }
  return { runs: done, reached: [...reached].toSorted(), failures };
}

/**
 * Whether a breach happens again, so that a busy machine is not the cause: a hanging program gets more time, and a
 * difference over a connection must appear again.
 */
async function happensAgain(
  target: AnyTarget,
  program: AnyProgram,
  { invariant }: Breach,
  patienceMs: number = usualPatienceMs,
): Promise<boolean> {
  if (invariant !== 'hangs' && !(invariant === 'transparent' && 'wires' in target)) return true;
  const breaches = await runAny(target, program, { patienceMs: 3 * patienceMs });
  return breaches.some((breach) => breach.invariant === invariant);
}

/** Carries a breach through the shrinking. */
class Broken extends Error {
  readonly breach: Breach;

  constructor(breach: Breach) {
    super(`${breach.invariant}: ${breach.found}`);
    this.breach = breach;
  }
}

function failureOf<Program extends AnyProgram>(
  { name, version }: AnyTarget,
  seed: number,
  { counterexample, errorInstance }: RunDetails<[Program]>,
): FuzzFailure<Program> | undefined {
  const [program] = counterexample ?? [];
  if (program === undefined) return undefined;
  if (!(errorInstance instanceof Broken)) throw errorInstance;
  return { ...errorInstance.breach, target: name, version, seed, program };
}

function covers(known: KnownBreach, kind: string, breach: Breach, version: string): boolean {
  return (
    known.invariant === breach.invariant &&
    breach.found.includes(known.found) &&
    (known.kind === undefined || known.kind === kind) &&
    version.startsWith(known.version ?? '')
  );
}

function saysTheSame(one: Breach, other: Breach): boolean {
  return one.invariant === other.invariant && numberless(one) === numberless(other);
}

function numberless({ found }: Breach): string {
  return found.replaceAll(/\d+/g, 'n');
}
