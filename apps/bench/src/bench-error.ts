/** An error of the benchmark itself: its message begins with the code and ends with the remedy. */
export class BenchError extends Error {
  override readonly name: string = 'BenchError';
  readonly code: string;

  constructor(code: string, problem: string, remedy: string) {
    super(`[${code}] ${problem}; ${remedy}`);
    this.code = code;
  }
}
