/** The expected result of a case; an absent field is not compared. */
export interface Expectation {
  readonly decision?: string;
  /** One of the codes of the decision. */
  readonly code?: string;
  /** The policy that decided. */
  readonly by?: string;
  /** A part of the reason. */
  readonly reason?: string;
  /** The value that the step would get; of an object, only the keys given here are compared. */
  readonly value?: unknown;
}

/** One event that happens before the event of a case, in the same session. */
export interface Step {
  readonly on: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One case of a file, after its matrix is unfolded. */
export interface PolicyCase {
  readonly name: string;
  /** The line in the file, starting at 1. */
  readonly line: number;
  readonly before: readonly Step[];
  readonly step: Step;
  readonly expect: Expectation;
  readonly agent?: { readonly id: string; readonly name?: string };
  readonly user?: { readonly id: string };
  /** The time of the clock, in epoch milliseconds. */
  readonly now?: number;
  /** The answer that every approver gives. */
  readonly answer: 'yes' | 'no';
}

/** A file of cases. */
export interface CaseFile {
  readonly path: string;
  /** Modules of policies and files of rules, as paths relative to the file. */
  readonly policies: readonly string[];
  readonly cases: readonly PolicyCase[];
}
