import type { CommandSpec } from '../program/command-spec.ts';
import { diff } from './diff/diff.ts';
import { doctor } from './doctor/doctor.ts';
import { explain } from './explain/explain.ts';
import { replay } from './replay/replay.ts';
import { test } from './test/test.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly CommandSpec[] = [test, replay, diff, explain, doctor];
