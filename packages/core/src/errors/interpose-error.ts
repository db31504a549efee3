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
  /** A stable code. Programs compare this, never the message. */
  readonly code: string;
  /** Tells SDKs that read this flag not to retry. */
  readonly isRetryable: boolean = false;

  constructor(code: string, problem: string, remedy: string, options?: ErrorOptions) {
    super(`[${code}] ${problem}; ${remedy}`, options);
    this.code = code;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** Whether this is an error of this family, also from another copy of the package. */
  static isInstance(error: unknown): error is InterposeError {
    return typeof error === 'object' && error !== null && MARK in error;
  }
}

/** Returns the error for an option or an argument with a wrong value. */
export function invalidOption(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
