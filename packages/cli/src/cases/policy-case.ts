/** What a case expects; what is left out is not looked at. */
export interface Expectation {
  readonly decision?: string;
  /** One of the codes of the decision. */
  readonly code?: string;
  /** The policy that decided. */
  readonly by?: string;
  /** A piece of the reason. */
  readonly reason?: string;
  /** The value that the step would get; of an object, the keys that are written here. */
  readonly value?: unknown;
}

/** One event that happens before the one a case is about, in the same session. */
export interface Step {
  readonly on: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One case of a file, its matrix unfolded. */
export interface PolicyCase {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly before: readonly Step[];
  readonly step: Step;
  readonly expect: Expectation;
  readonly agent?: { readonly id: string; readonly name?: string };
  readonly user?: { readonly id: string };
  /** Epoch milliseconds at which the clock stands. */
  readonly now?: number;
  /** What everybody says who is asked. */
  readonly answer: 'yes' | 'no';
}

/** A file of cases. */
export interface CaseFile {
  readonly path: string;
  /** Modules of policies and files of rules, relative to the file. */
  readonly policies: readonly string[];
  readonly cases: readonly PolicyCase[];
}
