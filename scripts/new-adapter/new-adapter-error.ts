/** An error in the command line: the message begins with a code and ends with the remedy. */
export class NewAdapterError extends Error {
  override readonly name = 'NewAdapterError';

  constructor(code: string, problem: string, remedy: string) {
    super(`[${code}] ${problem}; ${remedy}`);
  }
}
