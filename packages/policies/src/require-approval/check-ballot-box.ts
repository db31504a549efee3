import { InterposeError } from '@interpose/core';

import type { BallotBoxOptions } from './ballot-box-options.ts';
import { identityOf } from './ballot.ts';

/** @throws InterposeError `invalid_option` naming what is wrong. */
export function checkBallotBox({ needed, voters, store, keptMs = 1 }: BallotBoxOptions): void {
  if (
    !Array.isArray(voters) ||
    voters.some((voter) => typeof voter !== 'string' || voter.trim() === '')
  )
    throw invalid('has voters without a name');
  const people = new Set(voters.map(identityOf)).size;
  if (people < voters.length) throw invalid('has one voter twice');
  if (!Number.isInteger(needed) || needed < 1 || needed > people)
    throw invalid(`needs ${String(needed)} of ${people}`);
  if (typeof store?.update !== 'function') throw invalid('has no store');
  if (typeof keptMs !== 'number' || !(keptMs > 0)) throw invalid('keeps votes for no time');
}

function invalid(problem: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `ballotBox ${problem}`,
    'pass needed, at least as many voters, each once, and a store',
  );
}
