import type { CommandSpec } from '../program/command-spec.ts';
import { check } from './check/check.ts';
import { diff } from './diff/diff.ts';
import { doctor } from './doctor/doctor.ts';
import { explain } from './explain/explain.ts';
import { init } from './init/init.ts';
import { replay } from './replay/replay.ts';
import { testPolicies } from './test-policies/test-policies.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly CommandSpec[] = [
  init,
  check,
  testPolicies,
  replay,
  diff,
  explain,
  doctor,
];
