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

/** How long to go on, and from where. */
export interface FuzzOptions {
  /** The same seed makes the same programs. */
  readonly seed: number;
  /** Programs to run at most, those of shrinking not counted. */
  readonly runs: number;
  readonly milliseconds?: number;
  readonly known?: readonly KnownBreach[];
  /** How long one run may take before it counts as hanging: 3 seconds. */
  readonly patienceMs?: number;
}

/** A breach that was found, and the smallest program that shows it. */
export interface FuzzFailure<Program extends AnyProgram = FuzzProgram> extends Breach {
  readonly target: string;
  readonly version: string;
  readonly seed: number;
  readonly program: Program;
}

/** A breach that nobody has mended yet: a gap with its reproduction. */
export interface KnownBreach {
  readonly invariant: Breach['invariant'];
  /** What the breach says holds this. */
  readonly found: string;
  /** The kinds that have it; all when absent. */
  readonly kind?: string;
  readonly why: string;
  /** Shows the breach on this version, or on those that begin so; on every version when absent. */
  readonly program: AnyProgram;
  readonly version?: string;
}

/**
 * The known breaches that a target no longer shows: their lines have to go.
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

/** What fuzzing one version of an SDK found. */
export interface FuzzReport<Program extends AnyProgram = FuzzProgram> {
  readonly runs: number;
  /** Entries of the census that were used in a program that ran. */
  readonly reached: readonly string[];
  readonly failures: readonly FuzzFailure<Program>[];
}

/** Programs between two looks at the clock, and at most so many for one failure. */
const roundSize = 250;

/**
 * Runs random programs against a target and shrinks every one that breaks an invariant; each breach is told once.
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
 * True where it is no matter of a busy machine: a program hangs once more although it is given more time, and what comes
 * over a connection differs once more.
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
