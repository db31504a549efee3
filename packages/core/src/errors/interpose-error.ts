const MARK: unique symbol = Symbol.for('interpose.error') as never;

/**
 * The one error family: its message begins with the code and ends with the remedy.
 *
 * @example
 * try { hooks.addHook('preToolCal' as 'preToolCall', () => {}); }
 * catch (error) { if (InterposeError.isInstance(error)) console.log(error.code); } // unknown_event
 */
export class InterposeError extends Error {
  override readonly name: string = 'InterposeError';
  /** Stable; programs compare this, never the message. */
  readonly code: string;
  /** Tells SDKs that retry by this flag not to. */
  readonly isRetryable: boolean = false;

  constructor(code: string, problem: string, remedy: string, options?: ErrorOptions) {
    super(`[${code}] ${problem}; ${remedy}`, options);
    this.code = code;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** True for errors of this family, also from another copy of the package. */
  static isInstance(error: unknown): error is InterposeError {
    return typeof error === 'object' && error !== null && MARK in error;
  }
}

/** What an option, or an argument, gets that it does not take. */
export function invalidOption(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
