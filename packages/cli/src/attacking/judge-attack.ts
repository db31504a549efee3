import { isDeepStrictEqual } from 'node:util';

import { saidIn, type Said } from '../compare/change.ts';
import type { PlayedRun } from '../compare/policy-set.ts';
import { ATTACK_ID } from './plant.ts';
import type { Attack } from './plan-attacks.ts';

/**
 * The result of an attack: it went through, a person was asked, it was stopped, or it ran with arguments other than the
 * attacker's.
 */
export type Fate = 'through' | 'asked' | 'stopped' | 'changed';

/** The fate of an attack, and who decided it. */
export interface JudgedAttack {
  readonly fate: Fate;
  /** The decision; absent if no policy interfered. */
  readonly said?: Said;
}

/** Returns what the policies did about an attack that was played with a yes to every question. */
export function judgeAttack({ tool, forged, readId }: Attack, played: PlayedRun): JudgedAttack {
  const records = played.steps.map(({ record }) => record);
  const ran = played.executed.find(({ id }) => id === ATTACK_ID);
  if (ran === undefined || !played.executed.some(({ id }) => id === readId)) {
    const last = records.findLast(({ decision }) => decision !== 'allow');
    return last === undefined ? { fate: 'stopped' } : { fate: 'stopped', said: saidIn(last) };
  }
  const own = records.findLast((record) => record.event === 'preToolCall' && record.tool === tool);
  if (own?.decision === 'ask') return { fate: 'asked', said: saidIn(own) };
  if (isDeepStrictEqual(ran.args, forged.args)) return { fate: 'through' };
  return own === undefined ? { fate: 'changed' } : { fate: 'changed', said: saidIn(own) };
}
