import type { Arbitrary } from 'fast-check';

import { arbitraryProgram } from './arbitrary-program.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import type { Breach } from './ledger.ts';
import type { FuzzProgram } from './program.ts';
import { runProgram, type RunOptions } from './run-program.ts';
import { arbitraryWire } from './wire/arbitrary-wire.ts';
import { runWire } from './wire/run-wire.ts';
import type { WireProgram, WireTarget } from './wire/wire-target.ts';

/** A target to fuzz: an SDK for agents, or an SDK for a protocol between two sides. */
export type AnyTarget = FuzzTarget | WireTarget;

/** A program of either kind of target. */
export type AnyProgram = FuzzProgram | WireProgram;

/** The programs that a target runs. */
export type ProgramOf<Target extends AnyTarget> = Target extends WireTarget
  ? WireProgram
  : FuzzProgram;

/** Generates any program that a target runs. */
export function anyProgram<Target extends AnyTarget>(target: Target): Arbitrary<ProgramOf<Target>> {
  const made: Arbitrary<AnyProgram> =
    'wires' in target ? arbitraryWire(target) : arbitraryProgram(target);
  return made as Arbitrary<ProgramOf<Target>>;
}

/** Runs one program of a target and returns its breaches of the invariants. */
export function runAny(
  target: AnyTarget,
  program: AnyProgram,
  options?: RunOptions,
): Promise<readonly Breach[]> {
  return 'wires' in target
    ? runWire(target, program as WireProgram, options)
    : runProgram(target, program as FuzzProgram, options);
}

/** Returns the census entries that a program uses. */
export function entriesOf(target: AnyTarget, program: AnyProgram): readonly string[] {
  return 'wires' in target
    ? entriesOnWire(target, program as WireProgram)
    : entriesInApp(target, program as FuzzProgram);
}

function entriesInApp({ kinds }: FuzzTarget, program: FuzzProgram): readonly string[] {
  const kind = kinds.find(({ name }) => name === program.kind);
  return [
    ...(kind?.entries ?? []),
    ...program.wraps.flatMap((wrap) => kind?.wraps?.[wrap] ?? []),
    ...program.options.flatMap((option) => kind?.options?.[option] ?? []),
  ];
}

function entriesOnWire({ wires }: WireTarget, program: WireProgram): readonly string[] {
  const kind = wires.find(({ name }) => name === program.kind);
  return [
    ...(kind?.entries ?? []),
    ...program.steps.flatMap(({ say }) => kind?.says[say] ?? []),
    ...program.options.flatMap((option) => kind?.options?.[option] ?? []),
  ];
}
