import {
  array,
  boolean,
  constant,
  constantFrom,
  oneof,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check';

import { policyOf } from '../arbitrary-program.ts';
import type { WireKind, WireProgram, WireStep, WireTarget } from './wire-target.ts';

/** Generates any program that the kinds of a target can run. */
export function arbitraryWire({ wires }: WireTarget): Arbitrary<WireProgram> {
  return oneof(...wires.map(programOf));
}

function programOf(kind: WireKind): Arbitrary<WireProgram> {
  return record({
    kind: constant(kind.name),
    options: subarray(Object.keys(kind.options ?? {})),
    steps: array(stepOf(kind), { minLength: 1, maxLength: 5 }),
    policy: policyOf(kind.events),
  });
}

function stepOf({ says, takes }: WireKind): Arbitrary<WireStep> {
  const made = record({
    say: constantFrom(...Object.keys(says)),
    taken: option(constantFrom(...takes), { nil: undefined, freq: 2 }),
    together: boolean(),
    abandoned: oneof({ weight: 9, arbitrary: constant(false) }, constant(true)),
  });
  return made.map((step) => {
    const kept = Object.entries(step).filter(([, held]) => held !== undefined && held !== false);
    return { say: step.say, ...(Object.fromEntries(kept) as Partial<WireStep>) };
  });
}
