/** What a person may choose beside the data. */
export interface EvalOptions {
  /** Absolute path of a module whose `policiesFor(suite)` gives the policies to judge with. */
  readonly policies?: string;
}

/** One evaluation: reads a file or folder, and tells what it found. */
export interface Evaluation<Report extends object> {
  /** Measures; rejects with an `InterposeError` when the data cannot be read. */
  measure(data: string, options: EvalOptions): Promise<Report>;
  /** True where `policies` means something to it. */
  readonly takesPolicies?: boolean;
  /** What a person reads on the terminal, line by line. */
  lines(report: Report): readonly string[];
  /** False makes the command end with exit code 1. */
  holds(report: Report): boolean;
}
