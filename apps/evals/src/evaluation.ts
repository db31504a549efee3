/** One evaluation: reads a file or folder, and tells what it found. */
export interface Evaluation<Report extends object> {
  /** Measures; rejects with an `InterposeError` when the data cannot be read. */
  measure(data: string): Promise<Report>;
  /** What a person reads on the terminal, line by line. */
  lines(report: Report): readonly string[];
  /** False makes the command end with exit code 1. */
  holds(report: Report): boolean;
}
