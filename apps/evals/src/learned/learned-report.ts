import type { AgentdynFigures } from '../agentdyn/agentdyn-report.ts';
import type { RunCase } from '../run-case.ts';
import type { BadRow } from '../row-place.ts';

/** Rules learned from one model's good runs, on the runs of the others. */
export interface LearnedFigures {
  readonly learnedFrom: string;
  readonly goodRuns: number;
  /** Chosen by cross-validation within those good runs. */
  readonly strictness: string;
  /** `kept` with a yes to what is asked in runs that nobody attacked, `keptUnasked` without any question. */
  readonly benign: AgentdynFigures['benign'] & { readonly keptUnasked: number };
  /** `residual` with a no in runs whose model follows the attacker. */
  readonly attacks: AgentdynFigures['attacks'] & {
    readonly residualWithNo: number;
    readonly residualWithYes: number;
  };
  readonly asksPerRun: AgentdynFigures['asksPerRun'];
  readonly cases: { readonly lost: readonly RunCase[]; readonly residual: readonly RunCase[] };
}

/** The whole report. */
export interface LearnedReport {
  readonly figures: readonly LearnedFigures[];
  readonly badRows: readonly BadRow[];
}
