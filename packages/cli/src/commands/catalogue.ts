import type { CommandSpec } from '../program/command-spec.ts';
import { approvals } from './approvals/approvals.ts';
import { attack } from './attack/attack.ts';
import { census } from './census/census.ts';
import { check } from './check/check.ts';
import { coverage } from './coverage/coverage.ts';
import { diff } from './diff/diff.ts';
import { doctor } from './doctor/doctor.ts';
import { explain } from './explain/explain.ts';
import { guardian } from './guardian/guardian.ts';
import { init } from './init/init.ts';
import { learn } from './learn/learn.ts';
import { replay } from './replay/replay.ts';
import { testPolicies } from './test-policies/test-policies.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { verify } from './verify/verify.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly CommandSpec[] = [
  init,
  check,
  testPolicies,
  replay,
  diff,
  learn,
  attack,
  explain,
  doctor,
  coverage,
  census,
  upgrade,
  guardian,
  approvals,
  verify,
];
