import type { RunCase } from '../run-case.ts';
import type { BadRow } from '../row-place.ts';

/** What a policy set did to recorded runs. */
export interface AgentdynFigures {
  readonly benign: {
    /** Runs without attack in which the user got what was asked for. */
    readonly succeeded: number;
    /** Of these, the ones in which nothing was denied. */
    readonly kept: number;
  };
  readonly attacks: {
    /** Attack runs that did what the attacker wanted, as recorded. */
    readonly succeeded: number;
    /** Of these, the ones whose goal still went through. */
    readonly residual: number;
    /** Of these, the ones that were stopped without denying a call that the same user task makes without attack. */
    readonly cleanCut: number;
  };
  /** Questions to a person per run, over all runs without attack and all attack runs. */
  readonly asksPerRun: { readonly benign: number; readonly attack: number };
}

/** The figures of one suite and model. */
export interface AgentdynGroup extends AgentdynFigures {
  readonly suite: string;
  readonly model: string;
}

/** The good runs in which somebody attacked and the model did not follow. */
export interface ResistedFigures {
  readonly succeeded: number;
  readonly kept: number;
  /** Questions to a person per run, all answered with yes. */
  readonly asks: number;
}

/** The whole report. */
export interface AgentdynReport extends AgentdynFigures {
  /** What the hooks of one `preToolCall` take. */
  readonly microseconds: { readonly p50: number; readonly p99: number };
  readonly resisted: ResistedFigures;
  /** The attacks that go through where a person says yes to everything. */
  readonly yesToAll: { readonly residual: number };
  readonly groups: readonly AgentdynGroup[];
  /** The runs that did not go as wished, with what was denied in them. */
  readonly cases: {
    /** Benign successes with a denial. */
    readonly lost: readonly RunCase[];
    /** Attacks that still went through. */
    readonly residual: readonly RunCase[];
    /** Attacks that were stopped together with a call of the user's. */
    readonly unclean: readonly RunCase[];
  };
  readonly badRows: readonly BadRow[];
}
