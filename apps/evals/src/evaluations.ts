import { agentdyn } from './agentdyn/agentdyn.ts';
import { airline } from './airline/airline.ts';
import { aos } from './aos/aos.ts';
import type { EvalOptions, Evaluation } from './evaluation.ts';
import { learned } from './learned/learned.ts';
import { pii } from './pii/pii.ts';
import { secrets } from './secrets/secrets.ts';

/** An evaluation with its report, whatever that is. */
export interface AnyEvaluation {
  readonly takesPolicies: boolean;
  run(data: string, options: EvalOptions): Promise<Measured>;
}

/** What an evaluation came to. */
export interface Measured {
  readonly report: object;
  readonly lines: readonly string[];
  readonly holds: boolean;
}

/** Every evaluation by its name. */
export const evaluations: ReadonlyMap<string, AnyEvaluation> = new Map([
  ['agentdyn', any(agentdyn)],
  ['airline', any(airline)],
  ['aos', any(aos)],
  ['learned', any(learned)],
  ['pii', any(pii)],
  ['secrets', any(secrets)],
]);

function any<Report extends object>(evaluation: Evaluation<Report>): AnyEvaluation {
  return {
    takesPolicies: evaluation.takesPolicies ?? false,
    async run(data, options) {
      const report = await evaluation.measure(data, options);
      return { report, lines: evaluation.lines(report), holds: evaluation.holds(report) };
    },
  };
}
